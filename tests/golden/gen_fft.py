"""Golden values of the fft family: scipy.fft."""
import numpy as np
from scipy import fft


def cases():
    rng = np.random.default_rng(20)
    x = rng.standard_normal(64) + 1j * rng.standard_normal(64)
    r = rng.standard_normal(64)
    c3 = rng.standard_normal((3, 4, 5)) + 1j * rng.standard_normal((3, 4, 5))
    out = {"x": x, "r": r, "c3": c3, "r3": c3.real.copy()}
    for n in (1, 2, 5, 16, 33, 64, 100):
        out[f"fft_{n}"] = fft.fft(x, n)
        out[f"ifft_{n}"] = fft.ifft(x, n)
        out[f"rfft_{n}"] = fft.rfft(r, n)
        out[f"irfft_{n}"] = fft.irfft(x, n)
        out[f"fft_real_{n}"] = fft.fft(r, n)
        out[f"ifft_real_{n}"] = fft.ifft(r, n)
    for norm in ("backward", "ortho", "forward"):
        for name, value in (("fft", x), ("ifft", x), ("rfft", r), ("irfft", x)):
            out[f"{name}_{norm}"] = getattr(fft, name)(value, 24, norm=norm)
    for axis in range(3):
        out[f"fft3_axis{axis}"] = fft.fft(c3, axis=axis)
        out[f"ifft3_axis{axis}"] = fft.ifft(c3, axis=axis)
        out[f"rfft3_axis{axis}"] = fft.rfft(c3.real, axis=axis)
        out[f"irfft3_axis{axis}"] = fft.irfft(c3, axis=axis)
    out["shift"] = fft.fftshift(r[:20].reshape(4, 5))
    out["ishift"] = fft.ifftshift(r[:20].reshape(4, 5))
    out["shift_axis0"] = fft.fftshift(r[:20].reshape(4, 5), axes=0)
    for n in (1, 2, 8, 9):
        out[f"freq_{n}"] = fft.fftfreq(n, 0.3)
        out[f"rfreq_{n}"] = fft.rfftfreq(n, 0.3)
    # Several axes: every function, as it is, cropped and padded, on some axes, in each norm.
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        value = c3.real.copy() if name in ("rfft", "ihfft") else c3
        for norm in ("backward", "ortho", "forward"):
            out[f"{name}n_{norm}"] = getattr(fft, name + "n")(value, norm=norm)
        out[f"{name}n_s"] = getattr(fft, name + "n")(value, (5, 2, 7))
        out[f"{name}n_own"] = getattr(fft, name + "n")(value, (6, -1))
        out[f"{name}n_axes"] = getattr(fft, name + "n")(value, (4, 3), (2, 0))
        out[f"{name}2"] = getattr(fft, name + "2")(value)
        out[f"{name}2_axes"] = getattr(fft, name + "2")(value, (2, 6), (-1, 0), "ortho")
    for norm in ("backward", "ortho", "forward"):
        out[f"hfft_{norm}"] = fft.hfft(x, 25, norm=norm)
        out[f"ihfft_{norm}"] = fft.ihfft(r, 25, norm=norm)
    # Cosine and sine transforms: all types, odd and even lengths, norms, with and without orthogonalize.
    for name in ("dct", "idct", "dst", "idst"):
        f = getattr(fft, name)
        for kind in (1, 2, 3, 4):
            out[f"{name}{kind}"] = np.concatenate([f(r, kind, n) for n in (2, 3, 16, 17, 70)])
            out[f"{name}{kind}_options"] = np.concatenate(
                [f(r, kind, n, norm=norm, orthogonalize=o) for n in (8, 9) for norm in ("backward", "ortho", "forward")
                 for o in (None, False, True)])
            out[f"{name}n{kind}"] = getattr(fft, name + "n")(c3.real, kind, (5, 3), (0, 2), norm="ortho")
    out["dct_complex"] = fft.dct(c3, axis=1)
    lengths = np.concatenate([np.arange(1200), rng.integers(1200, 2**40, 200)])
    out["lengths"] = lengths
    for real in (False, True):
        out[f"next_{int(real)}"] = np.array([fft.next_fast_len(int(n), real) for n in lengths])
        out[f"prev_{int(real)}"] = np.array([fft.prev_fast_len(int(n), real) for n in lengths])
    return out
