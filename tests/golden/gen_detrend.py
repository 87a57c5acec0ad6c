"""scipy.signal.detrend: both types, an inner axis, breakpoints, complex data."""
import numpy as np
from scipy import signal


def cases():
    rng = np.random.default_rng(20)
    x = rng.standard_normal((3, 50, 2)) + 5 * np.arange(50)[None, :, None]
    z = x[:, :, 0] + 1j * x[:, :, 1]
    return {
        "x": x,
        "constant": signal.detrend(x, axis=1, type="constant"),
        "linear": signal.detrend(x, axis=1),
        "pieces": signal.detrend(x, axis=1, bp=[30, 7]),
        "z": z,
        "z_linear": signal.detrend(z),
    }
