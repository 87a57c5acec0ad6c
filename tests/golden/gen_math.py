"""The functions of math.hpp at special values, branch cuts and signs of zero: from NumPy."""
import numpy as np

COMPLEX = ("tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp2", "expm1", "log1p",
           "log2", "sign", "rint", "reciprocal")
REAL = COMPLEX + ("cbrt", "floor", "ceil", "trunc", "fabs", "degrees", "radians", "spacing", "i0", "sinc")
REAL2 = ("atan2", "hypot", "logaddexp", "logaddexp2", "pow", "fmod", "mod", "floor_divide", "copysign", "nextafter",
         "heaviside", "fmax", "fmin")
NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh",
         "atanh": "arctanh", "atan2": "arctan2", "pow": "power"}


def function(name):
    return getattr(np, NAMES.get(name, name))


def cases():
    out = {}
    with np.errstate(all="ignore"):
        for name, real, complex_ in (("64", np.float32, np.complex64), ("128", np.float64, np.complex128)):
            info = np.finfo(real)
            parts = np.array([0.0, -0.0, 1.0, -1.0, 0.6, -2.5, 30.0, info.tiny, -1e-5, np.inf, -np.inf, np.nan], real)
            z = np.empty((parts.size, parts.size), complex_)
            z.real, z.imag = parts[:, None], parts[None, :]
            z = z.ravel()
            out["z_" + name] = z
            for f in COMPLEX:
                out[f"z_{f}_{name}"] = function(f)(z)
            for f in ("isfinite", "isinf", "isnan", "iscomplex", "isreal"):
                out[f"z_{f}_{name}"] = function(f)(z)
            out["z_nan_to_num_" + name] = np.nan_to_num(z)
            out["z_round2_" + name] = np.round(z, 2)
            x = np.concatenate([parts, np.array([0.5, 1.5, 2.5, -0.5, 3.0, -7.25, 0.999, -0.999, 88.9, 1e-30, -20.3, 8,
                                                 8.001, 45, info.max, -info.max, info.smallest_subnormal], real)])
            out["x_" + name] = x
            for f in REAL:
                out[f"x_{f}_{name}"] = function(f)(x)
            for f in ("isfinite", "isinf", "isnan", "isposinf", "isneginf", "signbit"):
                out[f"x_{f}_{name}"] = function(f)(x)
            out["x_frac_" + name], out["x_int_" + name] = np.modf(x)
            out["x_mantissa_" + name], out["x_exponent_" + name] = np.frexp(x)
            out["x_nan_to_num_" + name] = np.nan_to_num(x, nan=7, posinf=9)
            for d in (1, -1):
                out[f"x_round{d}_{name}".replace("-", "m")] = np.round(x, d)
            a, b = np.meshgrid(x, x)
            a, b = a.ravel(), b.ravel()
            for f in REAL2:
                out[f"xx_{f}_{name}"] = function(f)(a, b)
            out["xx_isclose_" + name] = np.isclose(a, b, equal_nan=True)
            out["xx_isclose_far_" + name] = np.isclose(a, b, rtol=0.5, atol=0.1)
        for t in ("int8", "int64", "uint8", "uint32"):
            info = np.iinfo(t)
            edge = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, 3, 5, 7, 8, 31, 12, 60, 64, 100]
            if info.min < 0:
                edge += [-1, -2, -3, -7, -12, -100]
            x = np.array(edge, t)
            a, b = np.meshgrid(x, x)
            a, b = a.ravel(), b.ravel()
            out["i_" + t] = x
            for f in ("fmod", "mod", "floor_divide", "gcd", "lcm", "bitwise_and", "bitwise_or", "bitwise_xor",
                      "left_shift", "right_shift", "fmax", "fmin"):
                out[f"i_{f}_{t}"] = function(f)(a, b)
            out["i_pow_" + t] = np.power(a, np.where(b < 0, 0, b).astype(t))
            out["i_invert_" + t], out["i_sign_" + t] = ~x, np.sign(x)
            out["i_count_" + t] = np.bitwise_count(x)
            out["i_isclose_" + t] = np.isclose(a, b, rtol=0.3, atol=1)
            small = x[np.abs(x.astype(np.float64)) < 120]
            out["i_small_" + t], out["i_round_" + t] = small, np.round(small, -1)
    rng = np.random.default_rng(7)
    bits = (rng.random((5, 19, 3)) > 0.5).astype(np.uint8) * rng.integers(1, 4, (5, 19, 3)).astype(np.uint8)
    out["bits"] = bits
    out["packed"], out["packed_1"] = np.packbits(bits), np.packbits(bits, axis=1)
    out["packed_little"] = np.packbits(bits, axis=-1, bitorder="little")
    bytes_ = rng.integers(0, 256, (3, 4, 5)).astype(np.uint8)
    out["bytes"] = bytes_
    out["unpacked"], out["unpacked_1"] = np.unpackbits(bytes_), np.unpackbits(bytes_, axis=1, bitorder="little")
    out["unpacked_count"] = np.unpackbits(bytes_, axis=0, count=21)
    out["unpacked_less"] = np.unpackbits(bytes_, axis=-1, count=-3)
    out["unpacked_more"] = np.unpackbits(bytes_, axis=0, count=26)
    p = np.cumsum(rng.standard_normal((6, 50, 4)) * 2, axis=1)
    out["walk"] = p
    out["phase"] = np.angle(np.exp(1j * p))
    out["unwrapped"] = np.unwrap(out["phase"], axis=1)
    out["unwrapped_4"] = np.unwrap(p, discont=4.0, axis=0)
    out["unwrapped_period"] = np.unwrap(np.round(p * 8), axis=1, period=24)
    return out
