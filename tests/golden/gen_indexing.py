# SPDX-License-Identifier: Apache-2.0
"""take, put, choose, select, place, putmask, compress and masks in NumPy, over modes, axes and repeated values."""
import numpy as np


def cases():
    g = np.random.default_rng(7)
    x = g.standard_normal((4, 5, 6))
    near = g.integers(-4, 4, (3, 2))
    far = g.integers(-20, 20, (3, 2))
    out = {"x": x, "near": near, "far": far}
    for axis in (0, 1, 2):
        out[f"take_raise_{axis}"] = np.take(x, near, axis=axis)
    for mode in ("wrap", "clip"):
        out[f"take_{mode}"] = np.take(x, far, axis=1, mode=mode)
        out[f"take_flat_{mode}"] = np.take(x, far * 20, mode=mode)
        y = x.copy()
        np.put(y, far * 20, [1.0, 2.0, 3.0, 4.0], mode=mode)
        out[f"put_{mode}"] = y
        y = x.copy()
        np.put(y.T, far * 20, [1.0, 2.0, 3.0], mode=mode)
        out[f"put_view_{mode}"] = y
    order = np.argsort(x, axis=1)
    out["order"] = order
    out["along"] = np.take_along_axis(x, order, axis=1)
    one = order[:1, :, :1]
    out["along_broadcast"] = np.take_along_axis(x, one, axis=1)
    y = x.copy()
    np.put_along_axis(y, order[:, :2, :], np.array([[[10.0]], [[20.0]], [[30.0]], [[40.0]]]), axis=1)
    out["put_along"] = y
    y = x.copy()
    np.put_along_axis(y, one, 7.0, axis=1)
    out["put_along_broadcast"] = y

    choices = [g.standard_normal((3, 4)), g.standard_normal(4), g.standard_normal((3, 1))]
    index = g.integers(0, 3, (3, 4))
    wild = g.integers(-9, 9, (3, 4))
    for k, c in enumerate(choices):
        out[f"choice_{k}"] = c
    out["index"], out["wild"] = index, wild
    out["choose"] = np.choose(index, choices)
    out["choose_wrap"] = np.choose(wild, choices, mode="wrap")
    out["choose_clip"] = np.choose(wild, choices, mode="clip")
    c = choices[0]
    out["select"] = np.select([c > 0.5, c < -0.5, c < 0], [choices[0], choices[1], choices[2]], default=9.0)

    mask = x > 0.3
    lead = mask[:, :, 0]
    out["mask_get"], out["lead_get"] = x[mask], x[lead]
    y = x.copy()
    y[mask] = np.arange(mask.sum())
    out["mask_set"] = y
    y = x.copy()
    y[lead] = np.arange(6.0)
    out["lead_set"] = y
    y = x.copy()
    y[lead] *= 2.0
    out["lead_scale"] = y
    y = x.copy()
    np.place(y, mask, [1.0, 2.0, 3.0])
    out["place"] = y
    y = x.copy()
    np.putmask(y, mask, [1.0, 2.0, 3.0])
    out["putmask"] = y
    y = x.copy()
    np.putmask(y, mask, np.arange(120.0).reshape(4, 5, 6))
    out["putmask_full"] = y
    for k, p in enumerate(np.nonzero(mask)):
        out[f"nonzero_{k}"] = p
    out["argwhere"] = np.argwhere(mask)
    out["flatnonzero"] = np.flatnonzero(mask)
    out["compress"] = np.compress([True, False, True], x, axis=1)
    out["compress_flat"] = np.compress([False, True, True, False, True], x)
    out["extract"] = np.extract(mask, x)

    i, j = g.integers(-4, 4, (2, 3)), g.integers(0, 5, 3)
    out["i"], out["j"] = i, j
    out["gather"] = x[i, j]
    y = x.copy()
    y[i, j] = np.arange(6.0)
    out["scatter"] = y
    y = x.copy()
    y[i, j] += np.arange(36.0).reshape(2, 3, 6)
    out["scatter_buffered"] = y
    y = x.copy()
    np.add.at(y, (i, j), np.arange(6.0))
    out["add_at"] = y
    y = x.copy()
    np.maximum.at(y, (i, j), np.arange(36.0).reshape(2, 3, 6) / 20 - 0.7)
    out["max_at"] = y
    y = x.copy()
    np.minimum.at(y, (i,), 0.1)
    out["min_at"] = y
    return out
