"""Golden values for windows, Butterworth design, sosfilt, sosfiltfilt, convolve and correlate."""
import numpy as np
from scipy import signal


def cases():
    out = {}
    rng = np.random.default_rng(20)

    for name in ["boxcar", "hann", "hamming", "blackman"]:
        for n in [1, 2, 5, 8, 33]:
            out[f"window_{name}_{n}_sym"] = signal.get_window(name, n, fftbins=False)
            out[f"window_{name}_{n}_per"] = signal.get_window(name, n)
    for beta in [0.0, 2.5, 8.6, 40.0]:
        for n in [1, 2, 9, 32]:
            out[f"window_kaiser_{beta:g}_{n}_sym"] = signal.get_window(("kaiser", beta), n, fftbins=False)
            out[f"window_kaiser_{beta:g}_{n}_per"] = signal.get_window(beta, n)

    edges = {"lowpass": 0.2, "highpass": 0.3, "bandpass": [0.2, 0.45], "bandstop": [0.3, 0.5]}
    for btype, wn in edges.items():
        for n in range(1, 25):
            out[f"butter_{btype}_{n}_sos"] = signal.butter(n, wn, btype, output="sos")
        for n in [1, 2, 5, 8]:
            z, p, k = signal.butter(n, wn, btype, output="zpk")
            out[f"butter_{btype}_{n}_z"] = np.asarray(z, complex)
            out[f"butter_{btype}_{n}_p"] = np.asarray(p, complex)
            out[f"butter_{btype}_{n}_k"] = np.asarray([k])
        for n in [1, 3, 6]:
            b, a = signal.butter(n, wn, btype)
            out[f"butter_{btype}_{n}_b"], out[f"butter_{btype}_{n}_a"] = b, a
    out["butter_fs"] = signal.butter(6, [300.0, 3400.0], "bandpass", fs=48000.0, output="sos")
    out["butter_narrow"] = signal.butter(5, [0.01, 0.02], "bandpass", output="sos")
    out["butter_low"] = signal.butter(4, 0.002, output="sos")
    for btype, wn in [("lowpass", 2.0), ("highpass", 3.0), ("bandpass", [1.0, 9.0])]:
        for n in [2, 3]:
            out[f"analog_{btype}_{n}_sos"] = signal.butter(n, wn, btype, analog=True, output="sos")

    sos = signal.butter(5, [0.1, 0.4], "bandpass", output="sos")
    out["sos"] = sos
    x = rng.standard_normal((3, 70, 2))
    z = x + 1j * rng.standard_normal((3, 70, 2))
    out["x"], out["z"] = x, z
    out["sosfilt"] = signal.sosfilt(sos, x, axis=1)
    out["sosfilt_last"] = signal.sosfilt(sos, x, axis=-1)
    out["sosfilt_complex"] = signal.sosfilt(sos, z, axis=1)
    zi = rng.standard_normal((len(sos), 3, 2, 2))
    out["zi"] = zi
    out["sosfilt_zi_y"], out["sosfilt_zi_zf"] = signal.sosfilt(sos, x, axis=1, zi=zi)
    out["sosfilt_zi_first"] = signal.sosfilt_zi(sos)
    out["sosfilt_zi_low"] = signal.sosfilt_zi(signal.butter(4, 0.1, output="sos"))
    for padtype in ["odd", "even", "constant", None]:
        out[f"sosfiltfilt_{padtype}"] = signal.sosfiltfilt(sos, x, axis=1, padtype=padtype)
    out["sosfiltfilt_padlen"] = signal.sosfiltfilt(sos, x, axis=1, padlen=5)
    out["sosfiltfilt_complex"] = signal.sosfiltfilt(sos, z, axis=1)
    odd = signal.butter(3, 0.2, output="sos")  # a section with b2 = a2 = 0 shortens the padding
    out["sos_odd"] = odd
    out["sosfiltfilt_first_order"] = signal.sosfiltfilt(odd, x, axis=1)

    # A09: the signal is a formula, so only some outputs are kept.
    i = np.arange(1000003)
    long = np.sin(0.01 * i) + 0.5 * np.cos(1.3 * i + 0.2)
    ellip = signal.ellip(6, 0.1, 60, 0.2, output="sos")
    out["ellip"] = ellip
    out["ellip_at"] = np.asarray([0, 1, 1000, 65536, 500000, 1000002])
    out["ellip_y"] = signal.sosfilt(ellip, long)[out["ellip_at"]]

    shapes = [((9,), (4,)), ((4,), (9,)), ((5, 7), (3, 2)), ((3, 4), (3, 4)), ((2, 3), (4, 5)), ((3, 4, 5), (2, 2, 3))]
    for s, (sa, sv) in enumerate(shapes):
        a = rng.standard_normal(sa) + 1j * rng.standard_normal(sa)
        v = rng.standard_normal(sv) + 1j * rng.standard_normal(sv)
        out[f"conv_a{s}"], out[f"conv_v{s}"] = a, v
        for mode in ["full", "same", "valid"]:
            out[f"convolve_{mode}{s}"] = signal.convolve(a, v, mode, method="direct")
            out[f"correlate_{mode}{s}"] = signal.correlate(a, v, mode, method="direct")
            out[f"convolve_real_{mode}{s}"] = signal.convolve(a.real, v.real, mode, method="direct")
    return out
