"""Compressed rows, products and conjugate gradients by SciPy. The matrix of a power network is tests/data/1138_bus.mtx."""
import pathlib

import numpy as np
import scipy.io
import scipy.sparse
import scipy.sparse.linalg

data = pathlib.Path(__file__).resolve().parent.parent / "data"


def cases():
    rng = np.random.default_rng(23)
    out = {}
    m, n, count = 40, 30, 400  # with many duplicates
    rows, cols = rng.integers(0, m, count), rng.integers(0, n, count)
    for kind in ("f8", "c16"):
        values = rng.uniform(-1, 1, count)
        x = rng.uniform(-1, 1, (n, 3))
        if kind == "c16":
            values = values + 1j * rng.uniform(-1, 1, count)
            x = x + 1j * rng.uniform(-1, 1, (n, 3))
        a = scipy.sparse.coo_array((values, (rows, cols)), shape=(m, n)).tocsr()
        a.sum_duplicates()
        out |= {f"values_{kind}": values, f"x_{kind}": x, f"data_{kind}": a.data, f"product_{kind}": a @ x}
        out |= {f"dense_{kind}": a.toarray(), f"diagonal_{kind}": a.diagonal()}
    out |= {"rows": rows, "cols": cols, "indptr": a.indptr.astype("i4"), "indices": a.indices.astype("i4")}

    bus = scipy.sparse.csr_array(scipy.io.mmread(data / "1138_bus.mtx"))
    coo = bus.tocoo()
    b = bus @ np.cos(np.arange(bus.shape[0]))
    inverse = 1 / bus.diagonal()
    steps = []
    x, info = scipy.sparse.linalg.cg(bus, b, rtol=1e-10, M=scipy.sparse.diags_array(inverse), callback=steps.append)
    assert info == 0
    out |= {"bus_rows": coo.coords[0].astype("i4"), "bus_cols": coo.coords[1].astype("i4"), "bus_values": coo.data}
    out |= {"bus_b": b, "bus_x": x, "bus_iterations": np.array(len(steps))}
    return out
