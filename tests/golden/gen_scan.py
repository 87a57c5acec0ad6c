"""Scans, variances, weighted means, nan functions, differences, gradients and integrals: from NumPy and SciPy."""
import numpy as np
import scipy.integrate


def cases():
    rng = np.random.default_rng(3)
    x = rng.standard_normal((9, 14))
    y = x.copy()
    y[rng.random(x.shape) < 0.2] = np.nan
    w = rng.random(14) + 0.5
    t = np.cumsum(rng.random(14) + 0.1)
    z = x + 1j * x[:, ::-1]
    out = {"x": x, "x_nan": y, "w": w, "t": t, "z": z, "var": x.var(), "cumsum": np.cumsum(x)}
    for a in range(2):
        n = x.shape[a]
        out[f"std_{a}"] = x.std(a, ddof=1)
        out[f"nanstd_{a}"] = np.nanstd(y, a, ddof=1)
        out[f"nanprod_{a}"] = np.nanprod(y, a)
        out[f"average_{a}"] = np.average(x, a, w[:n])
        out[f"nanargmax_{a}"] = np.nanargmax(y, a)
        out[f"nanargmin_{a}"] = np.nanargmin(y, a)
        out[f"cumsum_{a}"] = np.cumsum(x, a)
        out[f"nancumprod_{a}"] = np.nancumprod(y, a)
        out[f"diff2_{a}"] = np.diff(x, 2, a)
        out[f"trapezoid_{a}"] = np.trapezoid(x, t[:n], axis=a)
        out[f"trapezoid_dx_{a}"] = np.trapezoid(z, dx=0.25, axis=a)
        out[f"cumtrapz_{a}"] = scipy.integrate.cumulative_trapezoid(x, t[:n], axis=a, initial=0)
        out[f"cumtrapz_dx_{a}"] = scipy.integrate.cumulative_trapezoid(z, dx=0.25, axis=a)
        for order in (1, 2):
            out[f"gradient_{a}_{order}"] = np.gradient(x, 0.3, axis=a, edge_order=order)
            out[f"gradient_t_{a}_{order}"] = np.gradient(z, t[:n], axis=a, edge_order=order)
    out["diff_joined"] = np.diff(x, 1, 1, prepend=x[:, :2], append=x[:, 5:6])
    out["ediff1d"] = np.ediff1d(x, to_end=[1, 2], to_begin=[3])
    f = rng.standard_normal((5, 20))
    g = rng.standard_normal((3, 20))
    fw = rng.integers(1, 5, 20)
    aw = rng.random(20)
    out.update(cov_f=f, cov_g=g, cov_fw=fw, cov_aw=aw, cov=np.cov(f), cov_bias=np.cov(f, bias=True),
               cov_y=np.cov(f, g), cov_columns=np.cov(f.T[:, :4], rowvar=False),
               cov_weights=np.cov(f, ddof=2, fweights=fw, aweights=aw), corrcoef=np.corrcoef(f, g),
               cov_z=np.cov(f + 1j * f[::-1]), corrcoef_z=np.corrcoef(f + 1j * f[::-1]), cov_1d=np.cov(f[0]))
    return out
