"""Files for core's .npy and .npz reader. npy.npz itself holds every element type in both memory and byte orders
(names like "f8_F_big"); the single files, with other features, go into the folder npy/."""
import io
import pathlib
import zipfile

import numpy as np

folder = pathlib.Path(__file__).resolve().parent / "npy"
types = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


def values(kind):
    i = np.arange(6).reshape(2, 3)
    if kind == "b1":
        return i % 2 == 1
    if kind[0] == "u":
        return (i * 37).astype(kind)
    if kind[0] == "i":
        return (i * 37 - 100).astype(kind)
    if kind[0] == "f":
        return ((i - 3) / 4).astype(kind)
    return ((i - 3) / 4 + 0.5j * i).astype(kind)


class Stream(io.RawIOBase):
    """A file without seek: zipfile then writes data descriptors."""

    def __init__(self, path):
        self.file = open(path, "wb")

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)

    def close(self):
        self.file.close()
        super().close()


def npy(array, version=(1, 0)):
    out = io.BytesIO()
    np.lib.format.write_array(out, array, version=version)
    return out.getvalue()


def cases():
    folder.mkdir(exist_ok=True)
    f8 = values("f8")
    (folder / "v1.npy").write_bytes(npy(f8))
    (folder / "v2.npy").write_bytes(npy(f8, (2, 0)))
    (folder / "v3.npy").write_bytes(npy(f8, (3, 0)))
    (folder / "fortran_big.npy").write_bytes(npy(np.asfortranarray(f8.astype(">f8"))))
    (folder / "fortran_4d.npy").write_bytes(npy(np.asfortranarray(np.arange(120, dtype="i4").reshape(2, 3, 4, 5))))
    (folder / "scalar.npy").write_bytes(npy(np.array(2.5)))
    (folder / "empty.npy").write_bytes(npy(np.zeros((0, 3))))
    (folder / "nine_axes.npy").write_bytes(npy(np.zeros((1,) * 9)))
    (folder / "text.npy").write_bytes(npy(np.array(["one", "two"])))
    (folder / "structured.npy").write_bytes(npy(np.zeros(2, [("a", "f8"), ("b", "i4", (2,))])))
    np.savez(folder / "stored.npz", x=f8, n=np.arange(5))
    np.savez_compressed(folder / "deflated.npz", x=f8, n=np.arange(5))
    with Stream(folder / "streamed.npz") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", npy(f8))
        archive.comment = b"with a comment PK\x05\x06 that looks like an end record"
    with zipfile.ZipFile(folder / "bzip2.npz", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("x.npy", npy(f8))
    arrays = {}
    for kind in types:
        for order in "CF":
            for end, byte_order in (("little", "<"), ("big", ">")):
                data = values(kind).astype(byte_order + kind) if kind[1:] != "1" else values(kind)
                arrays[f"{kind}_{order}_{end}"] = np.array(data, order=order)
    return arrays
