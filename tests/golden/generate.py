"""Writes the golden values: for every gen_<family>.py here, <family>.npz with what its cases() returns
(a dict of name -> array). Needs the pinned versions of requirements.txt; SciPy is the outside oracle.

    python -m venv .venv && .venv/bin/pip install -r tests/golden/requirements.txt
    .venv/bin/python tests/golden/generate.py [family ...]
"""
import importlib.util
import pathlib
import sys

import numpy as np

here = pathlib.Path(__file__).resolve().parent
wanted = sys.argv[1:]
for source in sorted(here.glob("gen_*.py")):
    family = source.stem[4:]
    if wanted and family not in wanted:
        continue
    spec = importlib.util.spec_from_file_location(source.stem, source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    cases = {name: np.asarray(value) for name, value in module.cases().items()}
    np.savez_compressed(here / f"{family}.npz", **cases)
    print(f"{family}: {len(cases)} arrays, {(here / (family + '.npz')).stat().st_size} bytes")
