"""Products, systems and Cholesky factors by NumPy and SciPy."""
import numpy as np
import scipy.linalg


def cases():
    rng = np.random.default_rng(22)

    def noise(*shape, kind="f8"):
        x = rng.uniform(-1, 1, shape)
        return (x + 1j * rng.uniform(-1, 1, shape) if kind == "c16" else x).astype(kind)

    out = {}
    for kind in ("f8", "c16"):
        a, b = noise(2, 1, 3, 4, kind=kind), noise(5, 4, 2, kind=kind)
        out |= {f"matmul_a_{kind}": a, f"matmul_b_{kind}": b, f"matmul_{kind}": a @ b}
        out |= {f"matvec_{kind}": a @ b[0, :, 0], f"vecmat_{kind}": a[0, 0, 0] @ b}

        a, b = noise(3, 6, 6, kind=kind) + 2 * np.eye(6), noise(6, 2, kind=kind)
        out |= {f"solve_a_{kind}": a, f"solve_b_{kind}": b}
        out[f"solve_{kind}"] = np.stack([scipy.linalg.solve(m, b) for m in a])
        out[f"solve_vector_{kind}"] = np.stack([scipy.linalg.solve(m, b[:, 0]) for m in a])

        half = noise(2, 5, 7, kind=kind)
        h = half @ half.conj().swapaxes(-1, -2) + np.eye(5)
        out[f"cholesky_a_{kind}"] = h
        out[f"cholesky_upper_{kind}"] = np.stack([scipy.linalg.cholesky(m) for m in h])
        out[f"cholesky_lower_{kind}"] = np.stack([scipy.linalg.cholesky(m, lower=True) for m in h])
    return out
