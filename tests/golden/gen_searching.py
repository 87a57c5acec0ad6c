"""Searches, interpolation, sets, histograms and counts from NumPy."""
import warnings

import numpy as np


def cases():
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    out = {}
    rng = np.random.default_rng(7)
    nan, inf = np.nan, np.inf

    # searchsorted: ties, NaN, infinities, both sides, a sorter; complex order.
    a = np.sort(np.round(rng.standard_normal(300) * 8) / 4)
    a = np.concatenate([[-inf], a, [inf, inf, nan, nan]])
    v = np.concatenate([a, np.round(rng.standard_normal((9, 33)) * 16).ravel() / 8, [0.0, -0.0, nan, inf, -inf, 99, -99]])
    order = rng.permutation(a.size)
    out["search_a"], out["search_v"] = a, v
    out["search_shuffled"], out["search_sorter"] = a[order], np.argsort(order)
    parts = np.array([-1.0, 0.0, 2.0, inf, nan])
    z = np.array([complex(x, y) for x in parts for y in parts])
    out["search_z_v"], out["search_z"] = z, np.sort(z)
    for side in ("left", "right"):
        out["search_" + side] = a.searchsorted(v, side)
        out["search_z_" + side] = np.sort(z).searchsorted(z, side)

    # digitize: x on the bins, both directions, equal bins.
    x = np.concatenate([np.arange(-3, 12, 0.25), [nan, inf, -inf]])
    out["digitize_x"] = x
    for name, bins in (("up", [0, 0.5, 1, 1, 4, 10]), ("down", [10, 4, 1, 1, 0.5, 0]), ("one", [2.5]), ("same", [1, 1])):
        out["digitize_bins_" + name] = np.array(bins, float)
        for right in (False, True):
            out[f"digitize_{name}_{int(right)}"] = np.digitize(x, np.array(bins, float), right)
    i = np.array([-128, -5, -1, 0, 1, 4, 5, 127], np.int8)
    out["digitize_i8"], out["digitize_i8_out"] = i, np.digitize(i, [-128.0, -1.5, 0.0, 4.0, 126.5, 500.0])

    # interp: on points, between, beyond, NaN, infinite values.
    xp = np.sort(rng.standard_normal(101)) * 3
    fp = rng.standard_normal(101)
    fp[[7, 8, 40, 60, 61]] = inf, inf, -inf, inf, -inf
    x = np.concatenate([xp, rng.standard_normal(400) * 4, [nan, inf, -inf, 0.0, -0.0], np.nextafter(xp, 9)])
    zp = rng.standard_normal(101) + 1j * rng.standard_normal(101)
    out["interp_x"], out["interp_xp"], out["interp_fp"], out["interp_zp"] = x, xp, fp, zp
    out["interp"], out["interp_z"] = np.interp(x, xp, fp), np.interp(x, xp, zp)
    out["interp_ends"] = np.interp(x, xp, fp, left=-7, right=nan)
    out["interp_one"] = np.interp(x, xp[:1], fp[:1], left=1, right=2)
    out["interp_two"] = np.interp(x, xp[:2], fp[:2])
    finite = np.where(np.isfinite(fp), fp, 0.5)
    out["interp_finite"] = finite
    out["interp_period"] = np.interp(x, xp, finite, period=2.75)
    out["interp_period_z"] = np.interp(x, xp[::-1], zp[::-1], period=-5)
    x32, xp32, fp32 = x.astype(np.float32), np.unique(xp.astype(np.float32)), finite.astype(np.float32)
    out["interp_x32"], out["interp_xp32"], out["interp_fp32"] = x32, xp32, fp32[: xp32.size]
    out["interp_32"] = np.interp(x32, xp32, fp32[: xp32.size])
    out["interp_period_32"] = np.interp(x32, xp32, fp32[: xp32.size], period=1.1)

    # histogram: values on edges and beside them, every dtype.
    for name, dtype in (("f64", np.float64), ("f32", np.float32)):
        base = rng.standard_normal(800)
        for bins in (1, 37, 256):
            with_edges = base.astype(dtype)
            edges = np.histogram_bin_edges(with_edges, bins)
            x = np.concatenate([with_edges, edges, np.nextafter(edges[1:], dtype(-99)), np.nextafter(edges[:-1], dtype(99))])
            out[f"hist_{name}_{bins}_x"] = x
            out[f"hist_{name}_{bins}_n"], out[f"hist_{name}_{bins}_edges"] = np.histogram(x, bins)
            assert out[f"hist_{name}_{bins}_edges"].dtype == dtype
        x = out[f"hist_{name}_37_x"].copy()
        x[::50] = nan
        x[1::70] = inf
        out[f"hist_{name}_range_x"] = x
        out[f"hist_{name}_range_n"], out[f"hist_{name}_range_edges"] = np.histogram(x, 21, (-0.7, 1.3))
        out[f"hist_{name}_given_n"] = np.histogram(x, [-1.5, -0.5, -0.5, 0.1, 0.1000001, 2.0, 2.0])[0]
    w = rng.standard_normal(out["hist_f64_37_x"].size)
    out["hist_w"] = w
    out["hist_weighted"] = np.histogram(out["hist_f64_37_x"], 37, weights=w)[0]
    out["hist_weighted_given"] = np.histogram(out["hist_f64_37_x"], [-2, -1, 0.5, 1], weights=w)[0]
    z = out["hist_w"] * np.exp(1j * np.arange(w.size))
    out["hist_w_complex"], out["hist_weighted_complex"] = z, np.histogram(out["hist_f64_37_x"], 37, weights=z)[0]
    out["hist_density"] = np.histogram(out["hist_f64_37_x"], 37, density=True)[0]
    for dtype in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64):
        info = np.iinfo(dtype)
        x = np.concatenate([rng.integers(info.min, info.max, 300, dtype, endpoint=True), [info.min, info.max, info.max]]).astype(dtype)
        name = np.dtype(dtype).name
        out[f"hist_{name}_x"] = x
        out[f"hist_{name}_n"], out[f"hist_{name}_edges"] = np.histogram(x, 19)
        out[f"hist_{name}_range_n"] = np.histogram(x, 16, (-8.0, 120.0))[0]
    out["hist_equal_n"], out["hist_equal_edges"] = np.histogram(np.full(7, 3), 4)
    out["hist_empty_n"], out["hist_empty_edges"] = np.histogram(np.array([]), 3)
    out["hist_bool_n"], out["hist_bool_edges"] = np.histogram(np.array([True, False, True, True]), 4)
    x = rng.gamma(2.0, 2.0, 700)
    out["rule_x"], out["rule_i"] = x, np.round(x).astype(np.int32)
    for rule in ("auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt"):
        out["rule_" + rule] = np.histogram_bin_edges(x, rule)
        out["rule_range_" + rule] = np.histogram_bin_edges(x, rule, (1, 5))
        out["rule_i_" + rule] = np.histogram_bin_edges(out["rule_i"], rule)

    # histogramdd: values on edges.
    s = np.round(rng.standard_normal((800, 3)) * 4) / 4
    out["dd_s"] = s
    h, edges = np.histogramdd(s, (5, [-1.0, -0.25, 0, 0.5, 2], 3), range=[(-1, 1), None, None])
    out["dd"] = h
    for d in range(3):
        out[f"dd_edges_{d}"] = edges[d]
    out["dd_w"] = np.round(rng.standard_normal(800) * 8)
    out["dd_weighted"] = np.histogramdd(s, 4, weights=out["dd_w"])[0]
    out["dd_density"] = np.histogramdd(s, 4, density=True)[0]
    out["h2"], out["h2_x"], out["h2_y"] = np.histogram2d(s[:, 0].astype(np.float32), s[:, 1].astype(np.float32), (7, 6))

    # bincount.
    x = rng.integers(0, 60, 900)
    out["count_x"], out["count"], out["count_min"] = x, np.bincount(x), np.bincount(x, minlength=77)
    out["count_w"] = rng.standard_normal(900)
    out["count_weighted"] = np.bincount(x, out["count_w"], 63)

    # Sets.
    x = np.round(rng.standard_normal((20, 31)) * 8)
    x[3, 4:7] = x[9, 9] = nan
    x[0, 1], x[0, 2] = -0.0, inf
    out["unique_x"] = x
    for equal in (0, 1):
        u = np.unique(x, True, True, True, equal_nan=bool(equal))
        for name, value in zip(("values", "indices", "inverse", "counts"), u):
            out[f"unique_{name}_{equal}"] = value
    z = np.round(rng.standard_normal(300) * 2) + 1j * np.round(rng.standard_normal(300))
    z[5], z[6], z[7] = complex(nan, 1), complex(1, nan), complex(nan, nan)
    out["unique_z"] = z
    u = np.unique(z, True, True, True)
    for name, value in zip(("values", "indices", "inverse", "counts"), u):
        out[f"unique_z_{name}"] = value
    x = rng.integers(0, 3, (7, 5, 2)).astype(np.float64)
    x[:, 4], x[5] = x[:, 1], x[2]
    x[3, 0, 1], x[6, 2, 0] = nan, nan
    x[1, 1, :] = -0.0
    out["slices_x"] = x
    for axis in (0, 1, 2):
        u = np.unique(x, True, True, True, axis=axis)
        for name, value in zip(("values", "indices", "inverse", "counts"), u):
            out[f"slices_{name}_{axis}"] = value
    a = np.append(rng.integers(-40, 40, 150), [7, 7]).astype(np.float64)
    b = np.append(rng.integers(-20, 60, 190), [7, 7]).astype(np.float64)
    a[3] = a[70] = b[8] = nan
    out["set_a"], out["set_b"] = a, b
    out["union"], out["intersect"] = np.union1d(a, b), np.intersect1d(a, b)
    out["setdiff"], out["setxor"] = np.setdiff1d(a, b), np.setxor1d(a, b)
    _, out["intersect_a"], out["intersect_b"] = np.intersect1d(a, b, return_indices=True)
    out["isin"] = np.isin(a, b)
    p, q = rng.permutation(50).astype(np.float64), rng.permutation(70)[:40].astype(np.float64)
    out["set_p"], out["set_q"] = p, q
    out["setdiff_unique"] = np.setdiff1d(p, q, assume_unique=True)
    u = np.intersect1d(p, q, assume_unique=True, return_indices=True)
    out["intersect_unique"], out["intersect_unique_p"], out["intersect_unique_q"] = u
    return out
