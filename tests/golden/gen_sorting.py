"""Quantiles by every method, medians, lexsort, complex order: from NumPy."""
import warnings

import numpy as np

METHODS = ("inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen",
           "weibull", "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest")


def cases():
    warnings.simplefilter("ignore")
    out = {}
    rng = np.random.default_rng(5)
    q = np.array([0, 0.05, 0.1, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9, 0.99, 1])
    out["q"] = q
    for n in (1, 2, 3, 4, 5, 10, 11, 20, 600):
        x = np.round(rng.standard_normal((3, n)) * 50) / 8
        out[f"x_{n}"] = x
        out[f"i_{n}"] = x.astype(np.int32)
        w = x.copy()
        w[1, n // 2] = np.nan
        w[2, :] = np.where(rng.random(n) < 0.4, np.nan, w[2])
        out[f"nan_{n}"] = w
        for method in METHODS:
            out[f"quantile_{n}_{method}"] = np.quantile(x, q, axis=1, method=method)
            out[f"int_{n}_{method}"] = np.quantile(x.astype(np.int32), q, axis=1, method=method).astype(np.float64)
            out[f"nanquantile_{n}_{method}"] = np.nanquantile(w, q, axis=1, method=method)
        out[f"median_{n}"], out[f"nanmedian_{n}"] = np.median(w, axis=1), np.nanmedian(w, axis=1)
    cube = rng.standard_normal((4, 5, 6))
    out["cube"] = cube
    for axis in (0, 1, 2):
        out[f"cube_median_{axis}"] = np.median(cube, axis=axis)
        out[f"cube_percentile_{axis}"] = np.percentile(cube, [12.5, 60], axis=axis, keepdims=True)
    out["cube_median"], out["cube_percentile"] = np.median(cube), np.percentile(cube, [12.5, 60], keepdims=True)
    keys = rng.integers(0, 4, (3, 200)).astype(np.int32)
    out["keys"], out["lexsort"] = keys, np.lexsort(keys)
    parts = np.array([0.0, -1.0, 2.0, np.inf, -np.inf, np.nan])
    z = (parts[:, None] + 0j).repeat(6, 1)
    z.imag = parts[None, :]
    z = rng.permutation(z.ravel())
    out["z"], out["z_sorted"] = z, np.sort_complex(z)
    out["z_order"] = np.argsort(z, kind="stable")
    return out
