# SPDX-License-Identifier: Apache-2.0
"""Exchanges arrays between Tukey and NumPy, and CuPy where there is a GPU, through DLPack: values, element types,
strides, ownership, and writes seen on the other side.

    python3 exchange.py libtukey-interop.so

Exit status 77 ("skipped") without NumPy.
"""

import ctypes
import gc
import sys
import weakref

try:
    import numpy as np
except ImportError:
    print("no NumPy: skipped")
    sys.exit(77)

LIB = ctypes.CDLL(sys.argv[1])
for name, result, arguments in (
    ("error", ctypes.c_char_p, []),
    ("devices", ctypes.c_int, []),
    ("import", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]),
    ("import_legacy", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]),
    ("export", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]),
    ("export_legacy", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_ssize_t]),
    ("release", None, [ctypes.c_void_p]),
    ("transpose", ctypes.c_void_p, [ctypes.c_void_p]),
    ("add", ctypes.c_int, [ctypes.c_void_p, ctypes.c_double]),
    ("device", ctypes.c_int, [ctypes.c_void_p]),
    ("stream", ctypes.c_ssize_t, [ctypes.c_int]),
    ("used", ctypes.c_ssize_t, [ctypes.c_int]),
):
    function = getattr(LIB, "tukey_interop_" + name)
    function.restype, function.argtypes = result, arguments


def tukey(name, *arguments):
    return getattr(LIB, "tukey_interop_" + name)(*arguments)


def checked(value):
    if value is None or value == -1:
        raise RuntimeError(tukey("error").decode())
    return value


# Capsules. The destructor gets the dying object as a bare address: it must not be counted any more.
NAME = {True: b"dltensor_versioned", False: b"dltensor"}
USED = {True: b"used_dltensor_versioned", False: b"used_dltensor"}
DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
api = ctypes.pythonapi
new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, DESTRUCTOR)(
    ("PyCapsule_New", api)
)
capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", api))
capsule_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_IsValid", api))
capsule_set_name = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", api))
dying_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", api))
dying_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", api))


def delete_tensor(pointer, versioned):
    # The deleter lies behind the 48 bytes of the tensor and the context, or behind the version and the context.
    deleter = ctypes.c_void_p.from_address(pointer + (16 if versioned else 56)).value
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(pointer)


@DESTRUCTOR
def capsule_dies(capsule):
    for versioned in (True, False):
        if dying_valid(capsule, NAME[versioned]):  # nobody took the tensor
            delete_tensor(dying_pointer(capsule, NAME[versioned]), versioned)


class Array:
    """A Tukey array that Python libraries can import."""

    handle = None

    def __init__(self, handle, versioned=True, read_only=False):
        self.handle, self.versioned, self.read_only = checked(handle), versioned, read_only

    def __del__(self):
        self.release()

    def release(self):
        if self.handle is not None:
            tukey("release", self.handle)
            self.handle = None

    @property
    def device(self):
        return tukey("device", self.handle)

    def __dlpack_device__(self):
        return (1, 0) if self.device < 0 else (2, self.device)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        versioned = self.versioned and max_version is not None and max_version[0] >= 1
        stream = 1 if stream in (None, 0) else int(stream)
        if versioned:
            pointer = checked(tukey("export", self.handle, stream, self.read_only))
        else:
            pointer = checked(tukey("export_legacy", self.handle, stream))
        return new_capsule(pointer, NAME[versioned], capsule_dies)

    def add(self, value):
        checked(tukey("add", self.handle, value) or 1)

    def transpose(self):
        return Array(tukey("transpose", self.handle), self.versioned)


def take(x, versioned=True, copy=False):
    """A NumPy or CuPy array as one of ours."""
    device = x.__dlpack_device__()
    arguments = {"stream": tukey("stream", device[1])} if device[0] == 2 else {}
    if versioned:
        try:
            capsule = x.__dlpack__(max_version=(1, 0), **arguments)
        except TypeError:  # an older library
            capsule = x.__dlpack__(**arguments)
    else:
        capsule = x.__dlpack__(**arguments)
    got = bool(capsule_valid(capsule, NAME[True]))
    pointer = capsule_pointer(capsule, NAME[got])
    result = Array(tukey("import" if got else "import_legacy", pointer, -1, copy))
    capsule_set_name(capsule, USED[got])  # ours now; with copy it is deleted already
    return result


def fails(call, text):
    try:
        call()
    except (RuntimeError, ValueError, BufferError) as error:
        assert text in str(error), f"another error: {error}"
        return
    raise AssertionError("no error")


DTYPES = [np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
DTYPES += [np.float16, np.float32, np.float64, np.complex64, np.complex128]


def layouts(lib, dtype):
    base = lib.asarray((np.arange(120) % 100).astype(dtype))
    if np.dtype(dtype).kind == "c":
        base = base + lib.asarray(np.arange(120).astype(dtype)) * dtype(1j)
    yield base
    yield base.reshape(4, 5, 6)
    yield base.reshape(4, 5, 6).transpose(2, 0, 1)
    yield base.reshape(10, 12)[::-2, 1:9:3]
    yield base.reshape(10, 12)[3, ::-1]
    yield base[7:8].reshape(())
    yield base[:0].reshape(0, 3)
    yield lib.broadcast_to(base[:6], (3, 6)).copy()


def exchange(lib, from_dlpack, host, device):
    for dtype in DTYPES:
        for x in layouts(lib, dtype):
            for versioned in (True, False):
                if x.size and not getattr(x.flags, "writeable", True):
                    x = x.copy()
                t = take(x, versioned)
                assert t.device == device
                t.versioned = versioned
                y = from_dlpack(t)
                assert y.dtype == x.dtype and y.shape == x.shape, (dtype, x.shape, y.dtype, y.shape)
                if x.size > 1:
                    assert y.strides == x.strides, (x.strides, y.strides)
                assert np.array_equal(host(y), host(x))
                z = from_dlpack(t.transpose())
                assert np.array_equal(host(z), host(x).T)
                # Writes are seen on the other side, both ways.
                if dtype not in (np.bool_, np.float16) and x.size:
                    before = host(x).copy()
                    t.add(3)
                    from_dlpack(t)  # orders the other library's stream after ours
                    assert np.array_equal(host(y), before + dtype(3))
                    x += dtype(2)
                    assert np.array_equal(host(from_dlpack(t)), before + dtype(5))

    # Ownership. A tensor taken in keeps its producer's array until the last of ours is gone ...
    x = lib.arange(1000, dtype=np.float64)
    alive = weakref.ref(x)
    expected = host(x).copy()
    t = take(x)
    del x
    gc.collect()
    assert alive() is not None
    view = t.transpose()
    t.release()
    gc.collect()
    assert alive() is not None and np.array_equal(host(from_dlpack(view)), expected)
    view.release()
    gc.collect()
    assert alive() is None
    # ... and one given out keeps ours until the consumer is done.
    used = tukey("used", device)
    t = take(lib.arange(1000, dtype=np.float64), copy=True)
    assert tukey("used", device) == used + 8000
    y = from_dlpack(t)
    t.release()
    gc.collect()
    junk = [take(lib.zeros(1000), copy=True) for _ in range(20)]
    for j in junk:
        j.add(7)
    assert np.array_equal(host(y), expected)
    y[3] = -1
    part = y[2:5]
    del y, junk, j
    gc.collect()
    assert host(part).tolist() == [2, -1, 4]
    assert tukey("used", device) == used + 8000
    del part
    gc.collect()
    assert tukey("used", device) == used
    # A capsule that nobody takes is deleted with its tensor.
    t = take(lib.zeros(1000), copy=True)
    capsule = t.__dlpack__(max_version=(1, 0))
    t.release()
    assert tukey("used", device) == used + 8000
    del capsule
    gc.collect()
    assert tukey("used", device) == used


def numpy_only():
    x = np.arange(5.0)
    x.flags.writeable = False
    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":
        fails(lambda: take(x), "from_dlpack: the tensor is read-only")
        t = take(x, copy=True)
        t.add(1)
        assert np.array_equal(np.from_dlpack(t), np.arange(5.0) + 1) and x[0] == 0
        t.read_only = True
        assert not np.from_dlpack(t).flags.writeable
    fails(lambda: take(np.zeros((1,) * 9)), "expected at most 8 axes, got 9")
    assert take(np.zeros((1,) * 8)).device == -1


def cupy_only(cupy):
    """Work in flight on either side when the array changes hands."""
    n = 1 << 22
    for stream in (cupy.cuda.Stream.null, cupy.cuda.Stream(non_blocking=True)):
        for round in range(10):
            with stream:
                x = cupy.zeros(n, dtype=np.float32)
                for _ in range(30):
                    x += 1
                t = take(x)
            for _ in range(20):
                t.add(1)
            with stream:
                y = cupy.from_dlpack(t)
                y *= 2
                total = float(y.sum())
            assert total == 100.0 * n, (total / n, round)
            t.add(1)  # ours, after CuPy has read
            del x, y
            t.release()
        stream.synchronize()
    # Memory that CuPy still uses when it lets go is not handed out again too early.
    stream = cupy.cuda.Stream(non_blocking=True)
    for round in range(10):
        t = take(cupy.full(n, 3, dtype=np.float32), copy=True)
        with stream:
            y = cupy.from_dlpack(t)
            a = cupy.zeros(n, dtype=np.float32)
            for _ in range(50):
                a += y
            del y
        t.release()
        other = take(cupy.zeros(n, dtype=np.float32), copy=True)
        other.add(-5)
        with stream:
            assert float(a.sum()) == 150.0 * n
        other.release()


def main():
    exchange(np, np.from_dlpack, np.asarray, -1)
    numpy_only()
    print(f"NumPy {np.__version__}: arrays exchanged both ways")
    if tukey("devices") == 0:
        print("no CUDA device: CuPy is left out")
        return
    try:
        import cupy
    except ImportError:
        print("no CuPy: the GPU is left out")
        return
    exchange(cupy, cupy.from_dlpack, cupy.asnumpy, 0)
    cupy_only(cupy)
    print(f"CuPy {cupy.__version__}: arrays exchanged both ways")


main()
