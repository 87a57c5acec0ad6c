# SPDX-License-Identifier: Apache-2.0
"""The benchmark's cases in NumPy/SciPy and CuPy, keyed by the ids of tukey-bench; and a worker that times them.

A case is make(inputs) -> a tuple of host arrays (or matrices, numbers), and call(lib, *arrays), where lib is one of the
two libraries below: the same lambda runs on both. compare.py starts this file as a worker:

    python cases.py --library scipy|cupy [--ids-from FILE]      one JSON line per case, as soon as it is known
"""

import argparse
import json
import statistics
import sys
import time
import types
import warnings

import numpy as np

K = 1 << 10
M = 1 << 20


class Inputs:
    """What the table's inputs are made of: standard normal values from a fixed seed."""

    def __init__(self):
        self.generator = np.random.default_rng(0)

    def f64(self, *shape):
        return self.generator.standard_normal(shape)

    def f32(self, *shape):
        return self.generator.standard_normal(shape, dtype=np.float32)

    def c64(self, *shape):
        return (self.f32(*shape) + 1j * self.f32(*shape)).astype(np.complex64)

    def c128(self, *shape):
        return self.f64(*shape) + 1j * self.f64(*shape)

    def uniform(self, *shape):
        return self.generator.random(shape)


CASES = {}


def case(name, make, call, scipy=True, cupy=True):
    CASES[name] = types.SimpleNamespace(name=name, make=make, call=call, scipy=scipy, cupy=cupy)


def laplacian(n, dtype):
    """5-point Laplacian of an n x n grid as a SciPy csr matrix."""
    import scipy.sparse as sparse

    line = sparse.diags([-1, 2, -1], [-1, 0, 1], shape=(n, n))
    eye = sparse.identity(n)
    return (sparse.kron(eye, line) + sparse.kron(line, eye)).tocsr().astype(dtype)


def butter(order, dtype, output):
    import scipy.signal

    designed = scipy.signal.butter(order, 0.2, output=output)
    return tuple(np.asarray(c, dtype) for c in designed) if output == "ba" else (np.asarray(designed, dtype),)


def symmetric(a):
    return a + np.swapaxes(a, -1, -2)


# core
case(
    "core.fma_sin f32 2^26",
    lambda r: (r.f32(64 * M), r.f32(64 * M), r.f32(64 * M)),
    lambda m, a, b, c: a * b + m.np.sin(c),
)
case(
    "core.fma_sin small 2^10",
    lambda r: (r.f32(K), r.f32(K), r.f32(K)),
    lambda m, a, b, c: a * b + m.np.sin(c),
)
case(
    "core.power_db c64 2^24",
    lambda r: (r.c64(16 * M),),
    lambda m, a: 10 * m.np.log10(a.real**2 + a.imag**2),
)
case("core.sum f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: a.sum())
case("core.sum_axis0 f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: a.sum(axis=0))
case("core.sum_axis1 f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: a.sum(axis=1))
case("core.argmax f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: a.argmax())
case("core.cumsum f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.cumsum(a))
case("core.cumsum_axis0 f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: m.np.cumsum(a, axis=0))
case("core.sort f32 2^24", lambda r: (r.f32(16 * M),), lambda m, a: m.np.sort(a))
case("core.argsort f32 2^24", lambda r: (r.f32(16 * M),), lambda m, a: m.np.argsort(a))
case("core.transpose f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: m.np.ascontiguousarray(a.T))
case("core.transpose f64 4096^2", lambda r: (r.f64(4 * K, 4 * K),), lambda m, a: m.np.ascontiguousarray(a.T))
case(
    "core.transpose i8 16384^2",
    lambda r: (r.f32(16 * K, 16 * K).astype(np.int8),),
    lambda m, a: m.np.ascontiguousarray(a.T),
)
case(
    "core.transpose f32 8191x8193",
    lambda r: (r.f32(8 * K - 1, 8 * K + 1),),
    lambda m, a: m.np.ascontiguousarray(a.T),
)
case("core.deinterleave f32 2^24x3", lambda r: (r.f32(16 * M, 3),), lambda m, a: m.np.ascontiguousarray(a.T))
case(
    "core.concatenate_axis1 f32 8192^2",
    lambda r: (r.f32(8 * K, 8 * K),),
    lambda m, a: m.np.concatenate((a, a), axis=1),
)
case("core.pad_reflect f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: m.np.pad(a, 1, mode="reflect"))
case("core.roll f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: m.np.roll(a, (5, 3), (0, 1)))
case("core.tril f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: m.np.tril(a))
case("core.repeat f32 2^24x4", lambda r: (r.f32(16 * M, 1),), lambda m, a: m.np.repeat(a, 4, axis=1))
case("core.stride2_copy f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.ascontiguousarray(a[::2]))
case("core.median_axis1 f32 4096x4096", lambda r: (r.f32(4 * K, 4 * K),), lambda m, a: m.np.median(a, axis=1))
case("core.add small f32 2^10", lambda r: (r.f32(K), r.f32(K)), lambda m, a, b: a + b)
case("core.sort_axis1 f32 4096^2", lambda r: (r.f32(4 * K, 4 * K),), lambda m, a: m.np.sort(a, axis=1))
case("core.sort_axis0 f32 4096^2", lambda r: (r.f32(4 * K, 4 * K),), lambda m, a: m.np.sort(a, axis=0))
case("core.argsort_axis1 f32 4096^2", lambda r: (r.f32(4 * K, 4 * K),), lambda m, a: m.np.argsort(a, axis=1))
case("core.sort small f32 2^10", lambda r: (r.f32(K),), lambda m, a: m.np.sort(a))
case("core.sort f64 2^24", lambda r: (r.f64(16 * M),), lambda m, a: m.np.sort(a))
case("core.exp c64 2^24", lambda r: (r.c64(16 * M),), lambda m, a: m.np.exp(a))
case("core.exp f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.exp(a))
case("core.tanh f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.tanh(a))
case("core.atan2 f32 2^26", lambda r: (r.f32(64 * M), r.f32(64 * M)), lambda m, a, b: m.np.arctan2(a, b))
case("core.expm1 f64 2^24", lambda r: (r.f32(16 * M).astype(np.float64),), lambda m, a: m.np.expm1(a))
case("core.asin c64 2^24", lambda r: (r.c64(16 * M),), lambda m, a: m.np.arcsin(a))
case(
    "core.bitwise_and i8 2^26",
    lambda r: ((20 * r.f32(64 * M)).astype(np.int8), (20 * r.f32(64 * M)).astype(np.int8)),
    lambda m, a, b: a & b,
)
case(
    "core.mod i32 2^26",
    lambda r: ((1e6 * r.f32(64 * M)).astype(np.int32), (1e6 * r.f32(64 * M)).astype(np.int32)),
    lambda m, a, b: a % b,
)
case("core.isfinite f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.isfinite(a))
case("core.unwrap f32 2^24", lambda r: (r.f32(16 * M),), lambda m, a: m.np.unwrap(a))
case("core.astype f32 to f16 2^26", lambda r: (r.f32(64 * M),), lambda m, a: a.astype(m.np.float16))
case("core.sum_rows f32 8x2^22", lambda r: (r.f32(8, 4 * M),), lambda m, a: a.sum(axis=1))
case("core.cumsum_rows f32 8x2^22", lambda r: (r.f32(8, 4 * M),), lambda m, a: m.np.cumsum(a, axis=1))
case("core.std_axis0 f32 4096^2", lambda r: (r.f32(4 * K, 4 * K),), lambda m, a: a.std(axis=0))
case("core.cummax f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.maximum.accumulate(a), cupy=False)
case("core.cumsum small f32 2^10", lambda r: (r.f32(K),), lambda m, a: m.np.cumsum(a))
case("core.var f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: a.var())
case("core.norm f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.linalg.norm(a))
case("core.nanmean_axis1 f32 8192^2", lambda r: (r.f32(8 * K, 8 * K),), lambda m, a: m.np.nanmean(a, axis=1))
case("core.max f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: a.max())
case("core.std small f32 2^10", lambda r: (r.f32(K),), lambda m, a: a.std())
case("core.diff f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.np.diff(a))
case("core.gradient_axis0 f32 4096^2", lambda r: (r.f32(4 * K, 4 * K),), lambda m, a: m.np.gradient(a, axis=0))
case("core.percentile f32 2^24", lambda r: (r.f32(16 * M),), lambda m, a: m.np.percentile(a, 90))
case("core.unique i32 2^24", lambda r: ((100 * r.f32(16 * M)).astype(np.int32),), lambda m, a: m.np.unique(a))
case("core.histogram f32 2^24 256 bins", lambda r: (r.f32(16 * M),), lambda m, a: m.np.histogram(a, bins=256))
case(
    "core.histogram_weights f32 2^24 256 bins",
    lambda r: (r.f32(16 * M), r.f64(16 * M)),
    lambda m, a, w: m.np.histogram(a, bins=256, weights=w),
)
case(
    "core.searchsorted f32 2^24 in 1000",
    lambda r: (r.f32(16 * M), np.linspace(-4, 4, 1000, dtype=np.float32)),
    lambda m, x, keys: m.np.searchsorted(keys, x),
)
case(
    "core.bincount i32 2^24",
    lambda r: (np.abs(100 * r.f32(16 * M)).astype(np.int32),),
    lambda m, x: m.np.bincount(x),
)
case(
    "core.interp f32 2^24",
    lambda r: (r.f32(16 * M), np.linspace(-4, 4, 1000), np.linspace(0, 1, 1000)),
    lambda m, x, at, values: m.np.interp(x, at, values),
)
case("core.h2d f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.to_device(a), scipy=False)
case("core.d2h f32 2^26", lambda r: (r.f32(64 * M),), lambda m, a: m.to_host(a), scipy=False)
case(
    "core.take f32 2^24",
    lambda r: (r.f32(16 * M), r.generator.integers(0, 16 * M, 16 * M)),
    lambda m, x, i: m.np.take(x, i),
)
case("core.mask f32 2^24", lambda r: (r.f32(16 * M), r.f32(16 * M) > 0), lambda m, x, mask: x[mask])


def fill_mask(m, x, mask):
    x[mask] = 0


case("core.mask_fill f32 2^24", lambda r: (r.f32(16 * M), r.f32(16 * M) > 0), fill_mask)
case("core.nonzero f32 2^24", lambda r: (np.maximum(r.f32(16 * M), 0),), lambda m, x: m.np.nonzero(x))
case(
    "core.scatter_add f32 2^22 into 2^20",
    lambda r: (r.f32(M), r.generator.integers(0, M, 4 * M), r.f32(4 * M)),
    lambda m, x, i, v: m.np.add.at(x, i, v),
)

# fft
for size, length in (("2^10", K), ("2^16", 64 * K), ("2^20", M), ("2^24", 16 * M), ("prime 1000003", 1000003)):
    case(f"fft.fft c64 {size}", lambda r, n=length: (r.c64(n),), lambda m, x: m.fft.fft(x))
case("fft.fft c64 small 2^10", lambda r: (r.c64(K),), lambda m, x: m.fft.fft(x))
case("fft.fft c128 2^20", lambda r: (r.c128(M),), lambda m, x: m.fft.fft(x))
case("fft.fft c64 4096x1024", lambda r: (r.c64(4 * K, K),), lambda m, x: m.fft.fft(x))
case("fft.fft_axis0 c64 1024x4096", lambda r: (r.c64(K, 4 * K),), lambda m, x: m.fft.fft(x, axis=0))
case("fft.rfft f32 2^24", lambda r: (r.f32(16 * M),), lambda m, x: m.fft.rfft(x))
case("fft.fft2 c64 4096^2", lambda r: (r.c64(4 * K, 4 * K),), lambda m, x: m.fft.fft2(x))
case("fft.dct2 f32 2^20", lambda r: (r.f32(M),), lambda m, x: m.fft.dct(x))
case("fft.ifft c64 2^24", lambda r: (r.c64(16 * M),), lambda m, x: m.fft.ifft(x))
case("fft.irfft c64 2^24", lambda r: (np.fft.rfft(r.f32(16 * M)).astype(np.complex64),), lambda m, x: m.fft.irfft(x))

# linalg
case("linalg.matmul f32 5000", lambda r: (r.f32(5000, 5000), r.f32(5000, 5000)), lambda m, a, b: a @ b)
case("linalg.matmul f64 4096", lambda r: (r.f64(4 * K, 4 * K), r.f64(4 * K, 4 * K)), lambda m, a, b: a @ b)
case("linalg.matmul small f32 64", lambda r: (r.f32(64, 64), r.f32(64, 64)), lambda m, a, b: a @ b)
case(
    "linalg.solve f32 5000",
    lambda r: (r.f32(5000, 5000) + 100 * np.eye(5000, dtype=np.float32), r.f32(5000)),
    lambda m, a, b: m.solve(a, b),
)
case(
    "linalg.cholesky f64 4096",
    lambda r: ((lambda a: a @ a.T + 4096 * np.eye(4096))(r.f64(4096, 4096)),),
    lambda m, a: m.linalg.cholesky(a),
)
case("linalg.qr f64 2048", lambda r: (r.f64(2048, 2048),), lambda m, a: m.linalg.qr(a))
case("linalg.svd f64 1024", lambda r: (r.f64(1024, 1024),), lambda m, a: m.linalg.svd(a))
case("linalg.eigh f64 2048", lambda r: (symmetric(r.f64(2048, 2048)),), lambda m, a: m.linalg.eigh(a))
case("linalg.lstsq f64 4096x512", lambda r: (r.f64(4096, 512), r.f64(4096)), lambda m, a, b: m.lstsq(a, b))
case(
    "linalg.solve_batched f32 10000x16x16",
    lambda r: (r.f32(10000, 16, 16) + 8 * np.eye(16, dtype=np.float32), r.f32(10000, 16, 1)),
    lambda m, a, b: m.np.linalg.solve(a, b),
)
case("linalg.expm f64 1024", lambda r: (r.f64(1024, 1024) / 64,), lambda m, a: m.expm(a))
case("linalg.qr_batched f64 10000x16x16", lambda r: (r.f64(10000, 16, 16),), lambda m, a: m.np.linalg.qr(a))
case("linalg.svd_batched f64 1000x64x64", lambda r: (r.f64(1000, 64, 64),), lambda m, a: m.np.linalg.svd(a))
case(
    "linalg.eigh_batched f64 1000x64x64", lambda r: (symmetric(r.f64(1000, 64, 64)),), lambda m, a: m.np.linalg.eigh(a)
)

# sparse
case(
    "sparse.spmv csr f32 lap2048^2", lambda r: (laplacian(2048, np.float32), r.f32(2048 * 2048)), lambda m, a, x: a @ x
)
case("sparse.spmm csr f32 lap1024^2 x32", lambda r: (laplacian(1024, np.float32), r.f32(M, 32)), lambda m, a, x: a @ x)
case("sparse.spgemm lap1024^2", lambda r: (laplacian(1024, np.float32),), lambda m, a: a @ a)
case("sparse.eigsh k6 f64 lap256^2", lambda r: (laplacian(256, np.float64),), lambda m, a: m.splinalg.eigsh(a, k=6))
case(
    "sparse.spsolve f64 lap256^2",
    lambda r: (laplacian(256, np.float64), r.f64(256 * 256)),
    lambda m, a, b: m.splinalg.spsolve(a, b),
)
case(
    "sparse.cg100 f64 lap1024^2",
    lambda r: (laplacian(1024, np.float64), r.f64(M)),
    lambda m, a, b: m.splinalg.cg(a, b, maxiter=100, rtol=0, atol=0),
)
case(
    "sparse.gmres f64 lap512^2 10x20",
    lambda r: (laplacian(512, np.float64), r.f64(512 * 512)),
    lambda m, a, b: m.splinalg.gmres(a, b, restart=20, maxiter=10, rtol=0, atol=0),
)

# random
case("random.uniform f32 2^26", lambda r: (), lambda m: m.rng.random(64 * M, dtype=np.float32))
case("random.uniform f64 2^26", lambda r: (), lambda m: m.rng.random(64 * M))
case("random.uniform small f32 2^10", lambda r: (), lambda m: m.rng.random(K, dtype=np.float32))
case("random.normal f32 2^26", lambda r: (), lambda m: m.rng.standard_normal(64 * M, dtype=np.float32))
case("random.normal f64 2^26", lambda r: (), lambda m: m.rng.standard_normal(64 * M))
case("random.integers i32 2^26", lambda r: (), lambda m: m.rng.integers(0, 1000, size=64 * M, dtype=np.int32))
case("random.gamma2 f64 2^26", lambda r: (), lambda m: m.rng.gamma(2.0, size=64 * M))
case("random.poisson10 2^26", lambda r: (), lambda m: m.rng.poisson(10.0, size=64 * M))
case("random.permutation 2^24", lambda r: (), lambda m: m.permutation(16 * M))

# signal: convolution and recurrences
case(
    "signal.convolve_direct f32 2^20x127",
    lambda r: (r.f32(M), r.f32(127)),
    lambda m, x, h: m.signal.convolve(x, h, method="direct"),
)
case(
    "signal.fftconvolve f32 2^22x4095",
    lambda r: (r.f32(4 * M), r.f32(4095)),
    lambda m, x, h: m.signal.fftconvolve(x, h),
)
case(
    "signal.oaconvolve f32 2^24x4095", lambda r: (r.f32(16 * M), r.f32(4095)), lambda m, x, h: m.signal.oaconvolve(x, h)
)
case(
    "signal.convolve2d f32 2048^2x15^2",
    lambda r: (r.f32(2048, 2048), r.f32(15, 15)),
    lambda m, x, h: m.signal.convolve2d(x, h, mode="same"),
)
case(
    "signal.correlate f32 2^20x2^20",
    lambda r: (r.f32(M), r.f32(M)),
    lambda m, x, y: m.signal.correlate(x, y, method="fft"),
)
for size, shape in (("2^22", (4 * M,)), ("1024x2^14", (K, 16 * K)), ("small 2^10", (K,))):
    case(
        f"signal.lfilter4 f32 {size}",
        lambda r, s=shape: (*butter(4, np.float32, "ba"), r.f32(*s)),
        lambda m, b, a, x: m.signal.lfilter(b, a, x),
    )
    if size.startswith("small"):
        continue
    case(
        f"signal.sosfilt8 f32 {size}",
        lambda r, s=shape: (*butter(8, np.float32, "sos"), r.f32(*s)),
        lambda m, sos, x: m.signal.sosfilt(sos, x),
    )
case(
    "signal.sosfilt8 small f32 2^10",
    lambda r: (*butter(8, np.float32, "sos"), r.f32(K)),
    lambda m, sos, x: m.signal.sosfilt(sos, x),
)
case(
    "signal.sosfilt8 f32 2^14x1024 axis 0",
    lambda r: (*butter(8, np.float32, "sos"), r.f32(16 * K, K)),
    lambda m, sos, x: m.signal.sosfilt(sos, x, axis=0),
)
case(
    "signal.sosfilt8 f64 2^22",
    lambda r: (*butter(8, np.float64, "sos"), r.f64(4 * M)),
    lambda m, sos, x: m.signal.sosfilt(sos, x),
)
case(
    "signal.filtfilt4 f64 2^20",
    lambda r: (*butter(4, np.float64, "ba"), r.f64(M)),
    lambda m, b, a, x: m.signal.filtfilt(b, a, x),
)
case(
    "signal.sosfiltfilt8 f64 64x2^16",
    lambda r: (*butter(8, np.float64, "sos"), r.f64(64, 64 * K)),
    lambda m, sos, x: m.signal.sosfiltfilt(sos, x),
)

# signal: resampling
case(
    "signal.upfirdn f32 2^22 up3 down2 61taps",
    lambda r: (r.f32(61), r.f32(4 * M)),
    lambda m, h, x: m.signal.upfirdn(h, x, 3, 2),
)
case("signal.resample_poly f32 2^22 3/2", lambda r: (r.f32(4 * M),), lambda m, x: m.signal.resample_poly(x, 3, 2))
case(
    "signal.resample_poly f32 2^22 147/160", lambda r: (r.f32(4 * M),), lambda m, x: m.signal.resample_poly(x, 147, 160)
)
case("signal.resample f32 2^20 to 1.5M", lambda r: (r.f32(M),), lambda m, x: m.signal.resample(x, 3 * M // 2))
case("signal.decimate f64 2^22 q8", lambda r: (r.f64(4 * M),), lambda m, x: m.signal.decimate(x, 8))

# signal: spectra
case("signal.hilbert f32 2^22", lambda r: (r.f32(4 * M),), lambda m, x: m.signal.hilbert(x))
case("signal.periodogram f32 2^22", lambda r: (r.f32(4 * M),), lambda m, x: m.signal.periodogram(x))
case("signal.welch f32 2^24 n1024", lambda r: (r.f32(16 * M),), lambda m, x: m.signal.welch(x, nperseg=1024))
case("signal.welch small f32 2^10", lambda r: (r.f32(K),), lambda m, x: m.signal.welch(x, nperseg=256))
case(
    "signal.csd f32 2^24 n1024",
    lambda r: (r.f32(16 * M), r.f32(16 * M)),
    lambda m, x, y: m.signal.csd(x, y, nperseg=1024),
)
case(
    "signal.coherence f32 2^24 n1024",
    lambda r: (r.f32(16 * M), r.f32(16 * M)),
    lambda m, x, y: m.signal.coherence(x, y, nperseg=1024),
)
case(
    "signal.freq_shift c64 2^24",
    lambda r: (r.c64(16 * M),),
    lambda m, x: x * m.np.exp(np.complex64(-2j * np.pi * 0.1) * m.np.arange(x.size, dtype=np.float32)),
)
case(
    "signal.chirp f64 2^22",
    lambda r: (np.linspace(0, 10, 4 * M),),
    lambda m, t: m.signal.chirp(t, 20.0, 10.0, 20e3),
)
case(
    "signal.chirp f32 2^22",
    lambda r: (np.linspace(0, 10, 4 * M, dtype=np.float32),),
    lambda m, t: m.signal.chirp(t, 20.0, 10.0, 20e3),
)
case("signal.sawtooth f64 2^22", lambda r: (r.f64(4 * M),), lambda m, t: m.signal.sawtooth(t, 0.3))
case("signal.square f32 2^22", lambda r: (r.f32(4 * M),), lambda m, t: m.signal.square(t, 0.3))
case("signal.gausspulse f64 2^22", lambda r: (r.f64(4 * M),), lambda m, t: m.signal.gausspulse(t, fc=5))
case("signal.max_len_seq 2^20", lambda r: (20,), lambda m, n: m.signal.max_len_seq(n), cupy=False)
case(
    "signal.freqz_fir4095 f64 2^16",
    lambda r: (r.f64(4095),),
    lambda m, b: m.signal.freqz(b, worN=64 * K),
    cupy=False,
)
case(
    "signal.freqz_sos8 f64 2^16",
    lambda r: butter(8, np.float64, "sos"),
    lambda m, sos: m.signal.freqz_sos(sos, worN=64 * K),
    cupy=False,
)
case(
    "signal.group_delay8 f64 2^16",
    lambda r: butter(8, np.float64, "ba"),
    lambda m, b, a: m.signal.group_delay((b, a), w=64 * K),
    cupy=False,
)
case(
    "signal.spectrogram f32 2^24 n1024", lambda r: (r.f32(16 * M),), lambda m, x: m.signal.spectrogram(x, nperseg=1024)
)
case("signal.stft f32 2^24 n1024", lambda r: (r.f32(16 * M),), lambda m, x: m.signal.stft(x, nperseg=1024))


def stft_of_noise(r):
    import scipy.signal

    return (scipy.signal.stft(r.f32(16 * M), nperseg=1024)[2].astype(np.complex64),)


case("signal.istft c64 2^24 n1024", stft_of_noise, lambda m, z: m.signal.istft(z, nperseg=1024))
case(
    "signal.lombscargle f64 10^4x10^4",
    lambda r: (1000 * np.sort(r.uniform(10000)), r.f64(10000), np.linspace(0.01, 10, 10000)),
    lambda m, t, x, w: m.signal.lombscargle(t, x, w),
)
case("signal.czt c64 2^18", lambda r: (r.c64(256 * K),), lambda m, x: m.signal.czt(x))

# signal: nonlinear filters, peaks, the rest
case("signal.medfilt f32 2^20 k31", lambda r: (r.f32(M),), lambda m, x: m.signal.medfilt(x, 31))
case("signal.medfilt2d f32 2048^2 5x5", lambda r: (r.f32(2048, 2048),), lambda m, x: m.signal.medfilt2d(x, 5))
case("signal.medfilt2d f32 2048^2 15x15", lambda r: (r.f32(2048, 2048),), lambda m, x: m.signal.medfilt2d(x, 15))
case("signal.savgol f32 2^22 w31p3", lambda r: (r.f32(4 * M),), lambda m, x: m.signal.savgol_filter(x, 31, 3))
case("signal.wiener f32 2048^2", lambda r: (r.f32(2048, 2048),), lambda m, x: m.signal.wiener(x, 5))
case("signal.find_peaks f64 2^22", lambda r: (r.f64(4 * M),), lambda m, x: m.signal.find_peaks(x, height=1.0))
case("signal.find_peaks_prom f64 2^20", lambda r: (r.f64(M),), lambda m, x: m.signal.find_peaks(x, prominence=1.0))
case(
    "signal.find_peaks_distance50 f64 2^16",
    lambda r: (r.f64(64 * K),),
    lambda m, x: m.signal.find_peaks(x, distance=50),
)
case("signal.argrelmax f32 2^22", lambda r: (r.f32(4 * M),), lambda m, x: m.signal.argrelmax(x))
case("signal.detrend f32 2^22", lambda r: (r.f32(4 * M),), lambda m, x: m.signal.detrend(x))
case("signal.freqz 2^16 x 4095taps", lambda r: (r.f64(4095),), lambda m, h: m.signal.freqz(h, worN=64 * K))
case("signal.hann f64 2^22", lambda r: (), lambda m: m.signal.windows.hann(4 * M))
case("signal.chirp f64 2^22", lambda r: (np.linspace(0, 10, 4 * M),), lambda m, t: m.signal.chirp(t, 1, 10, 100))
case("signal.firwin 4097 host+dev", lambda r: (), lambda m: m.signal.firwin(4097, 0.3))


def scipy_library():
    import scipy
    import scipy.fft
    import scipy.linalg
    import scipy.signal
    import scipy.sparse
    import scipy.sparse.linalg

    rng = np.random.default_rng(1)

    def timed(call, limit):
        """Seconds of one call, after a first: the better of both where it is long, else the mean of 0.3 s of calls."""
        start = time.perf_counter()
        call()
        first = time.perf_counter() - start
        if first > 0.3:
            if 2 * first > limit / 2:
                return first
            start = time.perf_counter()
            call()
            return min(first, time.perf_counter() - start)
        count = min(1000, max(3, int(0.3 / max(first, 1e-6))))
        start = time.perf_counter()
        for _ in range(count):
            call()
        return (time.perf_counter() - start) / count

    return types.SimpleNamespace(
        name="scipy",
        versions={"scipy": scipy.__version__, "numpy": np.__version__},
        np=np,
        fft=scipy.fft,
        linalg=scipy.linalg,
        solve=scipy.linalg.solve,
        lstsq=scipy.linalg.lstsq,
        expm=scipy.linalg.expm,
        splinalg=scipy.sparse.linalg,
        signal=scipy.signal,
        rng=rng,
        permutation=rng.permutation,
        device=lambda x: x,
        timed=timed,
        free=lambda: None,
    )


def cupy_library():
    import cupy
    import cupyx.scipy.fft
    import cupyx.scipy.linalg
    import cupyx.scipy.signal
    import cupyx.scipy.sparse
    import cupyx.scipy.sparse.linalg
    import scipy.sparse

    def device(x):
        if scipy.sparse.issparse(x):
            return cupyx.scipy.sparse.csr_matrix(x)
        return cupy.asarray(x) if isinstance(x, np.ndarray) else x

    def timed(call, limit):
        """The clock of tukey-bench: an event before and after each call, a wait in between, the median."""
        begin = time.perf_counter()
        call()
        cupy.cuda.Device().synchronize()
        if time.perf_counter() - begin < 1:
            for _ in range(2):
                call()
            cupy.cuda.Device().synchronize()
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        times = []
        end = time.perf_counter() + 0.25
        while len(times) < 3 or (time.perf_counter() < end and len(times) < 60):
            start.record()
            call()
            stop.record()
            stop.synchronize()
            times.append(1e-3 * cupy.cuda.get_elapsed_time(start, stop))
            if sum(times) > limit / 2:
                break
        return statistics.median(times)

    pinned = {}

    def pinned_like(a):
        """Page-locked memory of that size, with a's values, made once."""
        key = (a.shape, a.dtype.str)
        if key not in pinned:
            pinned[key] = cupyx.empty_pinned(a.shape, a.dtype)
            a.get(out=pinned[key])
        return pinned[key]

    def free():
        pinned.clear()
        cupy.get_default_memory_pool().free_all_blocks()

    rng = cupy.random.default_rng(1)
    return types.SimpleNamespace(
        name="cupy",
        versions={"cupy": cupy.__version__, "cuda": cupy.cuda.runtime.runtimeGetVersion()},
        np=cupy,
        fft=cupyx.scipy.fft,
        linalg=cupy.linalg,
        solve=cupy.linalg.solve,
        lstsq=lambda a, b: cupy.linalg.lstsq(a, b, rcond=None),
        expm=cupyx.scipy.linalg.expm,
        splinalg=cupyx.scipy.sparse.linalg,
        signal=cupyx.scipy.signal,
        rng=rng,
        permutation=cupy.random.permutation,
        device=device,
        timed=timed,
        free=free,
        to_device=lambda a: a.set(pinned_like(a)),
        to_host=lambda a: a.get(out=pinned_like(a), blocking=False),
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", choices=["scipy", "cupy"], required=True)
    parser.add_argument("--ids-from", help="a file with one id a line; default: all")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that one case may take")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")

    def say(**fields):
        print(json.dumps(fields), flush=True)

    try:
        library = scipy_library() if args.library == "scipy" else cupy_library()
        say(versions=library.versions)
    except Exception as error:  # not installed, or no device
        say(unavailable=f"{type(error).__name__}: {error}"[:200])
        return
    ids = [line.rstrip("\n") for line in open(args.ids_from)] if args.ids_from else list(CASES)
    for name in ids:
        found = CASES.get(name)
        if found is None or not getattr(found, args.library):
            continue
        say(begin=name)
        try:
            arrays = [library.device(x) for x in found.make(Inputs())]
            say(id=name, us=1e6 * library.timed(lambda: found.call(library, *arrays), args.limit))
        except Exception as error:  # a case that the library cannot run
            say(id=name, error=f"{type(error).__name__}: {error}"[:200])
        arrays = None
        library.free()


if __name__ == "__main__":
    sys.exit(main())
