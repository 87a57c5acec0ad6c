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
    return out
