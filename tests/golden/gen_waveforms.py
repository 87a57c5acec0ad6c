"""Golden values of the waveforms."""
import numpy as np
from scipy import signal


def cases():
    out = {}
    t = np.linspace(-3.0, 9.0, 61)
    out["t"] = t
    for method in ["linear", "quadratic", "logarithmic", "hyperbolic"]:
        out[f"chirp_{method}"] = signal.chirp(t, 1.5, 4.0, 0.25, method, phi=30)
        out[f"chirp_{method}_complex"] = signal.chirp(t, 1.5, 4.0, 0.25, method, phi=30, complex=True)
        out[f"chirp_{method}_same"] = signal.chirp(t, 1.5, 4.0, 1.5, method)
    out["chirp_vertex"] = signal.chirp(t, 1.5, 4.0, 0.25, "quadratic", vertex_zero=False)
    out["sweep_poly"] = signal.sweep_poly(t, np.poly1d([0.05, -0.75, 2.5, 5.0]), phi=-45)
    for width in [0.0, 0.3, 1.0, 1.5]:
        out[f"sawtooth_{width:g}"] = signal.sawtooth(5 * t, width)
        out[f"square_{width:g}"] = signal.square(5 * t, width)
    out["duty"] = np.linspace(-0.2, 1.2, 61)
    out["sawtooth_array"] = signal.sawtooth(5 * t, out["duty"])
    out["square_array"] = signal.square(5 * t, out["duty"])
    g = signal.gausspulse(t / 5000, fc=700, bw=0.4, bwr=-7, retquad=True, retenv=True)
    out["gauss_i"], out["gauss_q"], out["gauss_env"] = g
    out["gauss_cutoff"] = [signal.gausspulse("cutoff", fc=700, bw=0.4, bwr=-7, tpr=-50)]
    for n in range(2, 33):
        out[f"mls_{n}"], out[f"mls_{n}_state"] = signal.max_len_seq(n, length=min(2**n - 1, 3 * n + 5))
    out["mls_given"], out["mls_given_state"] = signal.max_len_seq(5, [1, 0, 0, 1, 0], 40, [3, 2, 1])
    return out
