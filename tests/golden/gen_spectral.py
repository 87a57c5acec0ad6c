# SPDX-License-Identifier: Apache-2.0
"""periodogram, welch, csd, spectrogram. The C++ test has the same list of cases with the same arguments."""
import warnings

import numpy as np
from scipy import signal

WELCH = [  # name, signal, arguments
    ("default", "long", {}),
    ("short", "short", {}),  # nperseg is clipped to the length
    ("n64", "long", dict(fs=50.0, nperseg=64)),
    ("odd", "long", dict(fs=3.0, nperseg=45, noverlap=11)),
    ("nfft", "long", dict(fs=10.0, nperseg=50, nfft=128, scaling="spectrum")),
    ("nfft_odd", "long", dict(window="hamming", nperseg=50, nfft=75)),
    ("linear", "long", dict(nperseg=64, detrend="linear")),
    ("none", "long", dict(nperseg=64, detrend=False, noverlap=63)),
    ("two_sided", "long", dict(fs=8.0, nperseg=32, return_onesided=False)),
    ("two_sided_odd", "long", dict(nperseg=33, return_onesided=False, detrend="linear")),
    ("kaiser", "long", dict(window=("kaiser", 8.6), nperseg=100, noverlap=75)),
    ("blackman", "long", dict(window="blackman", nperseg=128, noverlap=0)),
    ("samples", "long", dict(window=np.arange(1.0, 21.0))),
    ("one", "long", dict(nperseg=1, detrend=False)),
    ("median", "long", dict(nperseg=40, average="median")),
    ("median_even", "long", dict(nperseg=64, noverlap=0, average="median", detrend="linear")),
    ("complex", "complex", dict(fs=2.0, nperseg=64)),
    ("complex_odd", "complex", dict(nperseg=31, noverlap=20, detrend="linear")),
    ("complex_median", "complex", dict(nperseg=48, nfft=64, average="median")),
    ("last", "matrix", dict(nperseg=16)),
    ("first", "matrix", dict(nperseg=10, axis=0, detrend="linear")),
]
PERIODOGRAM = [
    ("default", "short", {}),
    ("hann", "short", dict(fs=5.0, window="hann", nfft=200)),
    ("crop", "short", dict(nfft=31, scaling="spectrum", detrend="linear")),
    ("complex", "complex", dict(detrend=False)),
    ("two_sided", "short", dict(return_onesided=False, nfft=101)),
    ("first", "matrix", dict(axis=0)),
]
CSD = [  # name, x, y, arguments
    ("default", "long", "other", {}),
    ("shorter", "short", "long", dict(nperseg=64, fs=12.0)),
    ("longer", "long", "short", dict(nperseg=50, nfft=81, detrend="linear")),
    ("two_sided", "long", "other", dict(nperseg=32, return_onesided=False, scaling="spectrum")),
    ("median", "long", "other", dict(nperseg=40, average="median")),
    ("complex", "complex", "complex2", dict(nperseg=64)),
    ("broadcast", "matrix", "row", dict(nperseg=8)),
]
SPECTROGRAM = [
    ("default", "long", {}),
    ("psd", "long", dict(fs=20.0, nperseg=64, noverlap=16, window="hann", scaling="spectrum")),
    ("odd", "long", dict(nperseg=37, nfft=61, detrend="linear")),
    ("magnitude", "long", dict(nperseg=50, mode="magnitude")),
    ("angle", "long", dict(nperseg=50, mode="angle", detrend=False)),
    ("phase", "long", dict(nperseg=50, mode="phase", detrend=False)),
    ("values", "long", dict(nperseg=50, mode="complex", fs=3.0)),
    ("two_sided", "long", dict(nperseg=48, return_onesided=False)),
    ("complex", "complex", dict(nperseg=40)),
    ("complex_values", "complex", dict(nperseg=40, mode="complex", detrend="linear")),
    ("last", "matrix", dict(nperseg=12)),
    ("first", "matrix", dict(nperseg=8, axis=0)),
]


def cases():
    rng = np.random.default_rng(11)
    i = np.arange(700)
    signals = {
        "long": np.sin(0.3 * i) + 0.2 * rng.standard_normal(700) + 0.01 * i + 3,
        "other": np.cos(0.3 * i + 0.5) + 0.2 * rng.standard_normal(700) - 1,
        "short": rng.standard_normal(90) + 1,
        "complex": rng.standard_normal(400) + 1j * rng.standard_normal(400) + (2 - 1j),
        "complex2": rng.standard_normal(400) + 1j * rng.standard_normal(400),
        "matrix": rng.standard_normal((30, 2, 40)),
        "row": rng.standard_normal(40),
    }
    out = {f"signal_{name}": x for name, x in signals.items()}
    for n in (1, 2, 5, 16, 33):
        for name, window in (("flattop", "flattop"), ("tukey0.25", ("tukey", 0.25)), ("tukey0.7", ("tukey", 0.7))):
            out[f"window_{name}_{n}_sym"] = signal.get_window(window, n, fftbins=False)
            out[f"window_{name}_{n}_per"] = signal.get_window(window, n)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, x, arguments in WELCH:
            out[f"welch_{name}.f"], out[f"welch_{name}.p"] = signal.welch(signals[x], **arguments)
        for name, x, arguments in PERIODOGRAM:
            out[f"periodogram_{name}.f"], out[f"periodogram_{name}.p"] = signal.periodogram(signals[x], **arguments)
        for name, x, y, arguments in CSD:
            out[f"csd_{name}.f"], out[f"csd_{name}.p"] = signal.csd(signals[x], signals[y], **arguments)
        for name, x, arguments in SPECTROGRAM:
            key = f"spectrogram_{name}"
            out[f"{key}.f"], out[f"{key}.t"], out[f"{key}.s"] = signal.spectrogram(signals[x], **arguments)
    return out
