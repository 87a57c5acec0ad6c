#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tukey beside SciPy (CPU) and CuPy (GPU), the same cases on the same machine in one run.

    python3 bench/compare.py --bench build/cuda/bin/tukey-bench
    python3 bench/compare.py --bench build/cpu/bin/tukey-bench --device cpu --filter random.

Prints a table and writes JSON, the table as Markdown and a bar chart to --out (default bench/results). SciPy and CuPy
are taken where they import; a case that fails, crashes or hangs costs its own row only. docs/benchmarks.md tells how time
is taken and what may be claimed from it.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import platform
import re
import selectors
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
H200_COPY = 4.28e12  # bytes read plus written per second: what an H200's own copy reaches (the tables' roof)


def find_bench():
    for folder in ("bin", "build/cuda/bin", "build/release/bin", "build/cpu/bin"):
        path = HERE.parent / folder / "tukey-bench"
        if path.exists():
            return str(path)
    return None


def parse_benchmark_json(text):
    """Google Benchmark's file, also one that ends in the middle because the program crashed."""
    try:
        whole = json.loads(text)
        return whole.get("context", {}), whole.get("benchmarks", [])
    except ValueError:
        pass
    decoder = json.JSONDecoder()
    context, rows = {}, []
    at = text.find('"context":')
    if at >= 0:
        try:
            context, _ = decoder.raw_decode(text, text.index("{", at))
        except ValueError:
            pass
    at = text.find('"benchmarks":')
    while at >= 0:
        at = text.find("{", at)
        if at < 0:
            break
        try:
            row, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        rows.append(row)
    return context, rows


class Tukey:
    """Runs tukey-bench; where it dies, the case that killed it is noted and the rest is run again."""

    def __init__(self, program, device):
        self.program, self.device = program, device
        self.context, self.rows = {}, {}

    def ids(self, words):
        out = subprocess.run([self.program, "--list"], capture_output=True, text=True, timeout=60, check=True).stdout
        return [i for i in out.splitlines() if not words or any(w in i for w in words)]

    def run(self, ids, seconds):
        left, end = list(ids), time.monotonic() + seconds
        while left:
            if time.monotonic() > end:
                for i in left:
                    self.rows[i] = {"error": "not run: out of time"}
                return
            done = self.once(left, end - time.monotonic())
            if len(done) == len(left):
                return
            culprit = left[len(done)]
            self.rows[culprit] = {"error": "tukey-bench crashed or ran out of time in this case"}
            left = left[len(done) + 1 :]

    def once(self, ids, seconds):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out.json")
            chosen = os.path.join(folder, "ids")
            pathlib.Path(chosen).write_text("".join(i + "\n" for i in ids))
            command = [self.program, "--ids-from", chosen, f"--benchmark_out={out}", "--benchmark_out_format=json"]
            if self.device:
                command += ["--device", self.device]
            try:
                done = subprocess.run(
                    command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=seconds
                )
                if done.returncode == 1 and not os.path.exists(out):
                    raise SystemExit("tukey-bench: " + done.stderr.strip())
            except subprocess.TimeoutExpired:
                pass
            text = pathlib.Path(out).read_text() if os.path.exists(out) else ""
        context, rows = parse_benchmark_json(text)
        self.context = context or self.context
        for row in rows:
            name = re.sub(r"/iterations:\d+(/manual_time)?$", "", row["name"])
            if row.get("error_occurred"):
                self.rows[name] = {"error": row.get("error_message", "error")}
            else:
                keys = ("least_us", "host_us", "queued_us", "floor_bytes", "percent_of_floor", "calls")
                self.rows[name] = {"us": row["real_time"], **{k: row[k] for k in keys if k in row}}
        return rows


class Peer:
    """SciPy or CuPy in a worker process of its own."""

    def __init__(self, library, limit):
        self.library, self.limit = library, limit
        self.versions, self.rows, self.unavailable = {}, {}, None

    def run(self, ids, seconds):
        left, end = list(ids), time.monotonic() + seconds
        while left and not self.unavailable:
            culprit = self.once(left, end)
            left = [i for i in left if i not in self.rows]
            if not self.versions and not self.unavailable:
                self.unavailable = "its worker did not start (NumPy missing?)"
            if culprit is None or time.monotonic() > end:
                break
            left = [i for i in left if i != culprit]

    def once(self, ids, end):
        """Runs until done, or until a case crashes or hangs; returns that case."""
        with tempfile.NamedTemporaryFile("w", suffix=".ids", delete=False) as chosen:
            chosen.writelines(i + "\n" for i in ids)
        command = [
            sys.executable,
            str(HERE / "cases.py"),
            "--library",
            self.library,
            "--ids-from",
            chosen.name,
            "--limit",
            str(self.limit),
        ]
        worker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        current, buffer = None, b""
        os.set_blocking(worker.stdout.fileno(), False)
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(worker.stdout, selectors.EVENT_READ)
                last = time.monotonic()
                while True:
                    if selector.select(timeout=0.5):
                        piece = worker.stdout.read()
                        if not piece:
                            break
                        buffer += piece
                        *lines, buffer = buffer.split(b"\n")
                        for line in lines:
                            current = self.take(json.loads(line), current)
                        last = time.monotonic()
                    now = time.monotonic()
                    if now > end or now - last > self.limit:
                        if current:
                            self.rows[current] = {
                                "error": f"longer than {self.limit:.0f} s" if now <= end else "out of time"
                            }
                        return current
        finally:
            worker.kill()
            worker.wait()
            worker.stdout.close()
            os.unlink(chosen.name)
        if current:
            self.rows[current] = {"error": "crashed"}
        return current

    def take(self, message, current):
        if "versions" in message:
            self.versions = message["versions"]
        elif "unavailable" in message:
            self.unavailable = message["unavailable"]
        elif "begin" in message:
            return message["begin"]
        else:
            self.rows[message["id"]] = {k: v for k, v in message.items() if k != "id"}
            return None
        return current


def microseconds(row):
    if not row:
        return ""
    if "us" not in row:
        return "fails"
    us = row["us"]
    return f"{us:,.0f}" if us >= 1000 else f"{us:.3g}"


def ratio(ours, theirs):
    if not ours or not theirs or "us" not in ours or "us" not in theirs:
        return ""
    r = theirs["us"] / ours["us"]
    return f"{r:,.0f}x" if r >= 100 else f"{r:.2g}x" if r < 10 else f"{r:.0f}x"


def table(rows):
    head = ["case", "tukey us", "CuPy us", "SciPy us", "vs CuPy", "vs SciPy", "floor us", "% of floor"]
    lines = [head]
    for row in rows:
        ours = row["tukey"]
        lines.append(
            [
                row["id"],
                microseconds(ours),
                microseconds(row.get("cupy")),
                microseconds(row.get("scipy")),
                ratio(ours, row.get("cupy")),
                ratio(ours, row.get("scipy")),
                f"{row['floor_us']:.3g}" if row.get("floor_us") else "",
                f"{row['percent_of_floor']:.0f}" if row.get("percent_of_floor") else "",
            ]
        )
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    out = []
    for n, line in enumerate(lines):
        out.append(
            "| " + " | ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))) + " |"
        )
        if n == 0:
            out.append(
                "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
            )
    return "\n".join(out)


def chart(rows, title, path):
    """Bars of how many times faster than each peer, on a logarithmic axis."""
    data = [
        (
            r["id"],
            *(
                r[p]["us"] / r["tukey"]["us"] if r.get(p) and "us" in r[p] and "us" in r["tukey"] else math.nan
                for p in ("cupy", "scipy")
            ),
        )
        for r in rows
    ]
    data = [d for d in data if not (math.isnan(d[1]) and math.isnan(d[2]))]
    if not data:
        print("no chart: nothing to compare with")
        return
    try:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
    except ImportError:
        gnuplot_chart(data, title, path)
        return
    figure, axes = plt.subplots(figsize=(10, 1.5 + 0.28 * len(data)), layout="constrained")
    places = range(len(data))
    for column, (name, color, shift) in enumerate((("CuPy", "#4477aa", -0.2), ("SciPy", "#ccbb44", 0.2)), start=1):
        values = [d[column] for d in data]
        if not all(math.isnan(v) for v in values):
            axes.barh([p + shift for p in places], values, height=0.38, color=color, label=f"{name} time / Tukey time")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set(xscale="log", yticks=list(places), yticklabels=[d[0] for d in data], xlabel="times faster", title=title)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)
    print(f"chart: {path}")


def gnuplot_chart(data, title, path):
    if not shutil.which("gnuplot"):
        print("no chart: neither matplotlib nor gnuplot found")
        return
    with tempfile.TemporaryDirectory() as folder:
        values = os.path.join(folder, "data")
        with open(values, "w") as f:
            for i, (name, *ratios) in enumerate(data):
                f.write(f'{i} {" ".join("nan" if math.isnan(r) else f"{r:.6g}" for r in ratios)}\n')
        quote = lambda text: "'" + text.replace("'", "''") + "'"
        labels = ", ".join(f"{quote(d[0].replace('_', ' '))} {i}" for i, d in enumerate(data))
        boxes = []
        for column, (name, color, shift) in enumerate((("CuPy", "#4477aa", -0.2), ("SciPy", "#ccbb44", 0.2)), start=2):
            if any(not math.isnan(d[column - 1]) for d in data):
                # Horizontal boxes: x from 1 to the ratio, y around the case's place.
                at = f"($1+{shift})"
                boxes.append(
                    f"{quote(values)} using (1):{at}:(1):{column}:($1+{shift - 0.19}):($1+{shift + 0.19}) "
                    f"with boxxyerror fs solid 1 lc rgb {quote(color)} title {quote(name + ' time / Tukey time')}"
                )
        least = min(v for d in data for v in d[1:] if not math.isnan(v))
        most = max(v for d in data for v in d[1:] if not math.isnan(v))
        script = f"""
set terminal pngcairo size 1100,{160 + 26 * len(data)} noenhanced
set output {quote(str(path))}
set title {quote(title)}
set logscale x
set xrange [{min(0.5, least / 1.5):.6g}:{max(2, most * 1.5):.6g}]
set yrange [{len(data) - 0.4}:-0.6]
set ytics ({labels})
set xlabel 'times faster'
set grid x
set key below
set arrow from 1, graph 0 to 1, graph 1 nohead lw 1
plot {", ".join(boxes)}
"""
        done = subprocess.run(["gnuplot"], input=script, text=True, capture_output=True)
        print(f"chart: {path}" if done.returncode == 0 else "no chart: gnuplot said " + done.stderr.strip()[:300])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default=find_bench(), help="the tukey-bench program")
    parser.add_argument("--device", help="cpu or cuda:N; default: tukey-bench's own default")
    parser.add_argument(
        "--filter", action="append", default=[], help="only ids that contain this text; may be repeated"
    )
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results", help="folder for the results")
    parser.add_argument("--no-scipy", action="store_true")
    parser.add_argument("--no-cupy", action="store_true")
    parser.add_argument(
        "--budget", type=float, default=1800, help="seconds for the whole run; a third of what is left for each"
    )
    parser.add_argument("--limit", type=float, default=60, help="seconds that one case of a peer may take")
    args = parser.parse_args()
    if not args.bench:
        parser.error("tukey-bench was not found: give --bench PATH")
    end = time.monotonic() + args.budget

    tukey = Tukey(args.bench, args.device)
    ids = [i for i in tukey.ids(args.filter) if not i.startswith("clock.")]
    if not ids:
        parser.error("no case matches")
    print(f"{len(ids)} cases", flush=True)
    peers = ([] if args.no_cupy else [Peer("cupy", args.limit)]) + (
        [] if args.no_scipy else [Peer("scipy", args.limit)]
    )
    tukey.run(ids, (end - time.monotonic()) / (1 + len(peers)))
    for n, peer in enumerate(peers):
        peer.run(ids, (end - time.monotonic()) / (len(peers) - n))
        if peer.unavailable:
            print(f"{peer.library} is left out: {peer.unavailable}", flush=True)

    context = tukey.context
    measured = float(context.get("copy_bytes_per_second", 0) or 0)
    # A run that was disturbed while it measured the copy must not make its own results look better.
    roof = max(measured, H200_COPY) if "H200" in context.get("device_name", "") else measured
    rows = []
    for i in ids:
        row = {"id": i, "tukey": tukey.rows.get(i, {"error": "no result"})}
        for peer in peers:
            if i in peer.rows:
                row[peer.library] = peer.rows[i]
        if row["tukey"].get("floor_bytes") and roof:
            row["floor_us"] = 1e6 * row["tukey"]["floor_bytes"] / roof
            row["percent_of_floor"] = 100 * row["floor_us"] / row["tukey"]["us"]
        rows.append(row)

    date = datetime.datetime.now(datetime.timezone.utc)
    versions = {"tukey": context.get("tukey"), "python": platform.python_version()}
    for peer in peers:
        versions.update(peer.versions)
    facts = {
        "date": date.isoformat(timespec="seconds"),
        "device": context.get("device_name") or context.get("device"),
        "machine": f"{platform.machine()}, {os.cpu_count()} processors",
        "roof_bytes_per_second": roof,
        "versions": versions,
        **{
            k: context[k]
            for k in (
                "device",
                "device_name",
                "cuda_driver",
                "cuda_runtime",
                "threads",
                "copy_bytes_per_second",
                "empty_kernel_us",
                "empty_kernel_queued_us",
            )
            if k in context
        },
    }
    text = table(rows)
    print(text)
    print(
        f"device: {facts['device']}; copy {measured / 1e12:.3g} TB/s, floors at {roof / 1e12:.3g} TB/s"
        + (f"; empty kernel {float(context['empty_kernel_us']):.3g} us" if "empty_kernel_us" in context else "")
    )
    print("versions: " + ", ".join(f"{k} {v}" for k, v in versions.items()))
    for row in rows:
        for who in ("tukey", "cupy", "scipy"):
            if row.get(who, {}).get("error"):
                print(f"{row['id']}: {who}: {row[who]['error']}")

    args.out.mkdir(parents=True, exist_ok=True)
    device = re.sub(
        r"[^a-z0-9]+", "-", str(context.get("device_name") or context.get("device") or "unknown").lower()
    ).strip("-")
    stem = args.out / f"{date:%Y-%m-%d}-{device}"
    stem.with_suffix(".json").write_text(json.dumps({**facts, "rows": rows}, indent=1) + "\n")
    stem.with_suffix(".md").write_text(
        f"{facts['device']}, {date:%Y-%m-%d}, "
        + ", ".join(f"{k} {v}" for k, v in versions.items())
        + f". Copy {measured / 1e12:.3g} TB/s. Times are medians in microseconds.\n\n{text}\n"
    )
    chart(rows, f"{facts['device']}, {date:%Y-%m-%d}", stem.with_suffix(".png"))
    print(f"results: {stem}.json")
    return 1 if any("error" in row["tukey"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
