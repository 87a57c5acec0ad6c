"""Complex functions at special values and branch cuts, conversions to half and bfloat16, reductions: from NumPy."""
import numpy as np


def cases():
    out = {}
    for name, real, complex_ in (("64", np.float32, np.complex64), ("128", np.float64, np.complex128)):
        info = np.finfo(real)
        parts = np.array([0.0, -0.0, 1.0, -1.0, 0.6, -0.8, 2.5, -30.0, 88.9, info.max, -info.max, info.tiny,
                          -info.smallest_subnormal, 1e-5, np.sqrt(info.max), np.inf, -np.inf, np.nan], real)
        if real is np.float64:
            parts = np.append(parts, [710.0, -709.9, 1e-170])
        z = np.empty((parts.size, parts.size), complex_)
        z.real, z.imag = parts[:, None], parts[None, :]
        # Near the unit circle, where log |z| is small.
        phi = np.linspace(-3.1, 3.1, 41)
        circle = (np.exp(1j * phi) * (1 + np.linspace(-1e-3, 1e-3, 41))).astype(complex_)
        z = np.concatenate([z.ravel(), circle])
        out["special_" + name] = z
        with np.errstate(all="ignore"):
            for f in (np.sqrt, np.exp, np.log, np.log10, np.sin, np.cos, np.abs, np.angle):
                out[f"{f.__name__}_{name}"] = f(z)

    # float -> half: ties, subnormals, overflow, every exponent. bfloat16 has no NumPy type: the test has a table.
    rng = np.random.default_rng(1)
    bits = rng.integers(0, 2**32, 4000, dtype=np.uint32)
    ties = (np.arange(0, 0x7C00, 37, dtype=np.uint16).view(np.float16).astype(np.float32)
            + np.arange(1, 0x7C01, 37, dtype=np.uint16).view(np.float16).astype(np.float32)) / 2
    x = np.concatenate([bits.view(np.float32), rng.standard_normal(500).astype(np.float32) * 2.0**-14, ties, -ties,
                        np.array([65504, 65519.996, 65520, -65520, 2.0**-24, 2.0**-25, 2.0**-25 * 1.001, 0, -0.0,
                                  np.inf, -np.inf], np.float32)])
    x = x[~np.isnan(x)]
    out["half_from"] = x
    with np.errstate(all="ignore"):
        out["half_to"] = x.astype(np.float16).view(np.uint16)
    out["half_all"] = np.arange(65536, dtype=np.uint16).view(np.float16).astype(np.float32)

    # Reductions of a strided view with ties and NaN.
    v = np.round(rng.standard_normal((7, 9, 11)) * 4).astype(np.float64)
    out["reduce_x"] = v
    for axis in (0, 1, 2):
        out[f"sum_{axis}"], out[f"mean_{axis}"] = v.sum(axis), v.mean(axis)
        out[f"argmax_{axis}"], out[f"argmin_{axis}"] = v.argmax(axis), v.argmin(axis)
        out[f"max_{axis}"], out[f"min_{axis}"] = v.max(axis), v.min(axis)
    w = v.copy()
    w[3, 4, 5] = w[1, 4, 6] = w[5, 2, 5] = np.nan
    out["nan_x"] = w
    for axis in (0, 1, 2):
        out[f"nan_argmax_{axis}"], out[f"nan_max_{axis}"] = w.argmax(axis), w.max(axis)
        out[f"nan_argmin_{axis}"], out[f"nan_sum_{axis}"] = w.argmin(axis), w.sum(axis)
    out["linspace"] = np.linspace(-1.3, 7.7, 31)
    out["linspace_open"] = np.linspace(2.0, -5.0, 13, endpoint=False)
    out["arange"] = np.arange(0.5, 3.0, 0.1)
    return out
