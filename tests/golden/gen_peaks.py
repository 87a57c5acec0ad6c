# SPDX-License-Identifier: Apache-2.0
"""find_peaks. Signals without equally high peaks where `distance` is used: SciPy's sort leaves ties open."""
import warnings

import numpy as np
from scipy.signal import find_peaks

# (case, signal, arguments); the C++ test has the same list with the same arguments.
CASES = [
    ("plain", "noise", {}),
    ("height", "noise", dict(height=0.5)),
    ("height_range", "noise", dict(height=(-0.5, 0.8))),
    ("threshold", "noise", dict(threshold=0.3)),
    ("threshold_range", "noise", dict(threshold=(0.1, 1.2))),
    ("distance2", "noise", dict(distance=2)),
    ("distance7", "noise", dict(distance=6.3)),
    ("distance100", "noise", dict(distance=100)),
    ("distance_all", "noise", dict(distance=100000)),
    ("prominence", "noise", dict(prominence=0.9)),
    ("prominence_range", "noise", dict(prominence=(0.2, 1.1))),
    ("prominence_wlen", "noise", dict(prominence=0.4, wlen=9)),
    ("prominence_wlen_even", "noise", dict(prominence=0.4, wlen=10)),
    ("prominence_wlen_float", "noise", dict(prominence=0.4, wlen=2.5)),
    ("width", "noise", dict(width=1.2)),
    ("width_rel", "noise", dict(width=(1.0, 6.0), rel_height=0.8)),
    ("all", "noise", dict(height=-0.5, threshold=0.01, distance=3, prominence=0.2, width=0.5, wlen=51, plateau_size=1)),
    ("walk", "walk", dict(prominence=1)),
    ("walk_distance", "walk", dict(distance=25, prominence=0.5, height=(None, None))),
    ("walk_width", "walk", dict(width=3, rel_height=0.5)),
    ("steps", "steps", dict(plateau_size=(None, None), height=(None, None), prominence=(None, None), width=0)),
    ("steps_size", "steps", dict(plateau_size=(2, 4))),
    ("ramp_distance", "ramp", dict(distance=10)),
    ("fall_distance", "fall", dict(distance=11)),
    ("nan", "nan", dict(prominence=(None, None))),
]


def cases():
    rng = np.random.default_rng(5)
    noise = rng.standard_normal(1500)
    i = np.arange(1200)
    saw = (i % 2).astype(float)
    nan = rng.standard_normal(400)
    nan[rng.integers(0, 400, 25)] = np.nan
    signals = {
        "noise": noise,
        "walk": np.cumsum(rng.standard_normal(2500)),
        "steps": np.repeat(rng.integers(0, 6, 500), rng.integers(1, 7, 500)).astype(float),
        "ramp": saw + 1e-3 * i,  # every peak is higher than the one before it
        "fall": saw - 1e-3 * i,
        "nan": nan,
    }
    out = {f"signal_{name}": x for name, x in signals.items()}
    for name, signal, arguments in CASES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            peaks, properties = find_peaks(signals[signal], **arguments)
        out[f"{name}.indices"] = peaks.astype(np.int64)
        for key, value in properties.items():
            out[f"{name}.{key}"] = value.astype(np.int64) if value.dtype.kind == "i" else value
    return out
