"""Golden values of the frequency responses: freqz, freqz_zpk, freqz_sos, freqs, freqs_zpk, findfreqs, group_delay."""
import numpy as np
from scipy import signal


def cases():
    out = {}
    b, a = signal.butter(3, [0.2, 0.45], "bandpass")
    z, p, k = signal.ellip(5, 0.5, 50, 0.3, output="zpk")
    sos = signal.ellip(5, 0.5, 50, 0.3, output="sos")
    fir = np.random.default_rng(7).standard_normal(200)
    out.update(b=b, a=a, z=np.asarray(z, complex), p=p, k=[k], sos=sos, fir=fir)
    given = np.array([-3.0, 0.0, 0.1, 0.7, 1.5, 3.0, 7.5])
    out["given"] = given
    grids = {
        "half": dict(worN=33),
        "whole": dict(worN=33, whole=True),
        "hertz": dict(worN=16, fs=48000.0),
        "given": dict(worN=given),
        "given_hertz": dict(worN=100 * given, fs=2500.0),
    }
    for name, o in grids.items():
        out[f"ba_{name}_w"], out[f"ba_{name}_h"] = signal.freqz(b, a, **o)
        out[f"fir_{name}_h"] = signal.freqz(fir, 2.0, **o)[1]
        out[f"zpk_{name}_h"] = signal.freqz_zpk(z, p, k, **o)[1]
        out[f"sos_{name}_h"] = signal.freqz_sos(sos, **o)[1]
        o["w"] = o.pop("worN")
        out[f"delay_{name}"] = signal.group_delay(([1.0, 0.4, -0.2], [1.0, -0.5, 0.3, 0.1]), **o)[1]
    for n in (32, 33):
        out[f"nyquist_{n}_w"], out[f"nyquist_{n}_h"] = signal.freqz(b, a, n, include_nyquist=True)

    bs, as_ = signal.cheby1(4, 1.0, [10.0, 200.0], "bandpass", analog=True)
    zs, ps, ks = signal.cheby1(4, 1.0, [10.0, 200.0], "bandpass", analog=True, output="zpk")
    out.update(bs=bs, zs=np.asarray(zs, complex), ps=ps, ks=[ks])
    out["as"] = as_
    out["freqs_w"], out["freqs_h"] = signal.freqs(bs, as_)
    out["freqs_zpk_w"], out["freqs_zpk_h"] = signal.freqs_zpk(zs, ps, ks, 50)
    out["freqs_given"] = signal.freqs([1.0, 2.0], [1.0, 0.5, 3.0], given)[1]
    out["find_plain"] = signal.findfreqs([1, 0], [1, 8, 25], 9)
    out["find_fir"] = signal.findfreqs([3.0, 1.0], [2.0], 5)
    out["find_integrator"] = signal.findfreqs([1.0], [1.0, 0.0], 5)
    out["find_zp"] = signal.findfreqs([1e7, -3 + 4j, -3 - 4j], [-0.02, -700.0], 8, kind="zp")
    return out
