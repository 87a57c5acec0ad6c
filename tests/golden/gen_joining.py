"""NumPy's joining, padding, rearranging and creating functions, on counting integers wherever only places matter."""
import numpy as np


def cases():
    x = np.arange(24, dtype=np.int64).reshape(2, 3, 4)
    v = np.array([3, 1, 4, 1, 5], dtype=np.int64)
    f = np.array([[1.5, -2.0, 4.0, 8.5], [0.25, 3.0, -1.0, 2.0], [7.0, -5.5, 6.0, 9.0]])
    z = f[:2] + 1j * f[1:]
    i = np.array([[3, -7, 4, 9, 2], [5, 6, -1, 8, 10]], dtype=np.int32)
    out = {"f": f, "z": z, "i": i}

    # pad
    wide = ((1, 2), (3, 0), (2, 5))
    out["constant"] = np.pad(x, wide, constant_values=((1, 2), (3, 4), (5, 6)))
    for mode in ("edge", "reflect", "symmetric", "wrap"):
        out[mode] = np.pad(x, wide, mode=mode)
        out[mode + "_far"] = np.pad(v, (23, 17), mode=mode)
    for mode in ("reflect", "symmetric"):
        out[mode + "_odd"] = np.pad(f, ((2, 1), (3, 2)), mode=mode, reflect_type="odd")
        out[mode + "_odd_far"] = np.pad(v, (13, 17), mode=mode, reflect_type="odd")
    for mode in ("maximum", "minimum", "mean", "median"):
        out[mode] = np.pad(f, ((2, 1), (3, 2)), mode=mode)
        out[mode + "_near"] = np.pad(f, ((2, 1), (3, 2)), mode=mode, stat_length=((2, 1), (3, 9)))
        out[mode + "_int"] = np.pad(i, ((1, 2), (2, 1)), mode=mode)
    out["ramp"] = np.pad(f, ((2, 1), (3, 2)), mode="linear_ramp", end_values=((-1, 5), (2, 0)))
    out["ramp_int"] = np.pad(i, ((3, 2), (2, 4)), mode="linear_ramp", end_values=((-4, 5), (20, 0)))
    out["ramp_complex"] = np.pad(z, 2, mode="linear_ramp", end_values=1 + 2j)
    out["mean_complex"] = np.pad(z, 1, mode="mean")

    # rearranging
    out["roll_axes"] = np.roll(x, (1, -2, 5), (0, 1, 1))
    out["roll_flat"] = np.roll(x, 7)
    out["repeat_counts"] = np.repeat(x, [2, 0, 3], axis=1)
    out["repeat_flat"] = np.repeat(x, 2)
    out["tile_up"] = np.tile(x, (2, 1, 1, 3))
    out["tile_short"] = np.tile(x, (3, 2))
    out["resize"] = np.resize(x, (5, 7))
    out["delete_list"] = np.delete(x, [0, -1, 0], axis=2)
    out["delete_flat"] = np.delete(x, 5)
    out["delete_slice"] = np.delete(x, slice(3, None, -2), axis=2)
    out["insert_one"] = np.insert(x, 1, [[1, 2, 3, 4], [5, 6, 7, 8]], axis=1)
    out["insert_several"] = np.insert(x, 2, np.arange(12).reshape(2, 2, 3), axis=2)
    out["insert_list"] = np.insert(x, [3, 0, 3, -1], [[[-1, -2, -3, -4]]], axis=2)
    out["insert_flat"] = np.insert(x, [24, 0, 7], [-1, -2, -3])
    many = list(range(0, 24)) + [3, 3]
    out["insert_many"] = np.insert(x, many, -np.arange(26), axis=None)
    out["rot90"] = np.stack([np.rot90(x[:, :2, :2], k, axes=(1, 2)) for k in range(-1, 4)])
    out["rot90_axes"] = np.rot90(x, 1, axes=(2, 0))
    box = np.zeros((4, 5, 3), dtype=np.int64)
    box[1:3, 2, 1:] = [[1, 0], [2, 3]]
    out["box"] = box
    out["trim_all"] = np.trim_zeros(box)
    out["trim_front"] = np.trim_zeros(box, "f", axis=1)
    out["trim_back"] = np.trim_zeros(box, "b", axis=0)
    out["trim_nothing"] = np.trim_zeros(np.zeros((2, 3)), "fb")
    out["block"] = np.block([[x[0], x[1, :, :2]], [v, v[:1]]])

    # creation
    out["logspace"] = np.logspace(-3, 5, 11)
    out["logspace_base"] = np.logspace(0.5, 2.25, 7, endpoint=False, base=2)
    out["logspace_complex"] = np.logspace(1 + 1j, 2 - 1j, 5)
    out["geomspace"] = np.geomspace(1e-3, 7e4, 9)
    out["geomspace_negative"] = np.geomspace(-2, -300, 6, endpoint=False)
    out["geomspace_complex"] = np.geomspace(1 + 1j, -3 + 0.5j, 8)
    out["linspace_arrays"] = np.linspace(f[0], f[1:], 5, axis=1)
    out["vander"] = np.vander(v, 4)
    out["vander_up"] = np.vander(v, increasing=True)
    out["eye"] = np.eye(4, 6, -2, dtype=np.int64)
    out["tri"] = np.tri(4, 6, 1, dtype=np.int64)
    out["tril"] = np.tril(x, 1)
    out["triu"] = np.triu(x, -1)
    out["diag"] = np.diag(v, -2)
    out["diagonal"] = np.diagonal(x, 1, 2, 0)
    for k in (-5, -2, 0, 1, 3, 9):
        for n, m in ((4, 6), (6, 4)):
            out[f"tril_indices_{n}_{m}_{k}"] = np.array(np.tril_indices(n, k, m))
            out[f"triu_indices_{n}_{m}_{k}"] = np.array(np.triu_indices(n, k, m))
    out["meshgrid"] = np.array(np.meshgrid(v, v[:3], v[:2]))
    out["meshgrid_ij"] = np.array(np.meshgrid(v, v[:3], v[:2], indexing="ij"))
    out["mgrid"] = np.mgrid[1:5, -2:3:2]
    out["indices"] = np.indices((2, 3, 2))
    tall = np.zeros((11, 3), dtype=np.int64)
    np.fill_diagonal(tall, 5, wrap=True)
    out["fill_diagonal_wrap"] = tall
    out["unravel"] = np.array(np.unravel_index(np.array([[22, 41], [37, 0]]), (7, 6)))
    out["ravel"] = np.ravel_multi_index((np.array([3, 7, -1]), np.array([9, -2, 4])), (5, 6), mode=("clip", "wrap"))
    return out
