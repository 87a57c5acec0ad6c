"""Golden values of the fft family: scipy.fft."""
import mpmath as mp
import numpy as np
from scipy import fft


def hankel(name, a, dln, mu, offset, bias):
    """fht or ifht with 30 digits: SciPy's log Gamma loses 50 eps in its phase, to which its result must be near."""
    mp.mp.dps = 30
    n = len(a)
    j = [k - mp.mpf(n - 1) / 2 for k in range(n)]
    inverse = name == "ifht"
    x = [mp.mpf(v) * mp.exp(bias * (t * dln + offset) if inverse else -bias * t * dln) for v, t in zip(a, j)]
    u = []
    for m in range(n // 2 + 1):
        y = mp.pi * m / (n * mp.mpf(dln))
        v = mp.exp(mp.loggamma(mp.mpc((mp.mpf(mu) + 1 + bias) / 2, y))
                   - mp.loggamma(mp.mpc((mp.mpf(mu) + 1 - bias) / 2, -y))
                   + mp.mpc(bias * mp.log(2), 2 * y * (mp.log(2) - offset)))
        v = mp.mpc(v.real) if 2 * m == n else v
        u.append(1 / mp.conj(v) if inverse else v)
    u += [mp.conj(u[n - m]) for m in range(len(u), n)]
    bins = [u[m] * mp.fsum(v * mp.expjpi(-2 * mp.mpf(m * k) / n) for k, v in enumerate(x)) for m in range(n)]
    y = [(mp.fsum(v * mp.expjpi(2 * mp.mpf(m * k) / n) for m, v in enumerate(bins)) / n).real for k in range(n)][::-1]
    y = [v * mp.exp(bias * t * dln if inverse else -bias * (t * dln + offset)) for v, t in zip(y, j)]
    y = np.array([float(v) for v in y])
    assert np.allclose(y, getattr(fft, name)(a, dln, mu, offset, bias), 1e-11, 1e-12)
    return y


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
    for name in ("fht", "ifht"):
        out[name] = np.concatenate([hankel(name, r[:n], 0.1, mu, off, bias) for n in (1, 2, 5, 16)
                                    for mu, off, bias in ((0, 0, 0), (0.5, 0.2, 0), (1.5, -0.3, 0.4))])
    lengths = np.concatenate([np.arange(1200), rng.integers(1200, 2**40, 200)])
    out["lengths"] = lengths
    for real in (False, True):
        out[f"next_{int(real)}"] = np.array([fft.next_fast_len(int(n), real) for n in lengths])
        out[f"prev_{int(real)}"] = np.array([fft.prev_fast_len(int(n), real) for n in lengths])
    return out
