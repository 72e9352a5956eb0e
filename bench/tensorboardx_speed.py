#!/usr/bin/env python3
"""Measures tensorboardX as writer_speed.cc measures our library, and prints the same JSON. Runs in the environment of
tools/peers_venv.py.

    tensorboardx_speed.py scalars|sustained|histograms|pictures DIR [FILE]
"""

import json
import pathlib
import statistics
import sys
import time

import numpy as np
from tensorboardX import SummaryWriter

BURST = 100  # ten times fewer than ours: they are a thousand times slower
BURSTS = 50
SUSTAINED = 50_000  # kPeerScalars of writer_speed.cc
SIDE = 256


def bytes_in(directory: str) -> int:
    return sum(path.stat().st_size for path in pathlib.Path(directory).rglob("*") if path.is_file())


def measure_scalars(directory: str) -> dict:
    # The queue is as long as a burst, so that nobody waits for the disk, as in ours.
    writer = SummaryWriter(directory, max_queue=10 * BURST)
    means, singles = [], []
    step = 0
    for _ in range(BURSTS):
        begin = time.perf_counter_ns()
        for i in range(BURST):
            writer.add_scalar("train/loss", 0.5, step + i)
        means.append((time.perf_counter_ns() - begin) / BURST)
        step += BURST
        writer.flush()
    for _ in range(BURSTS):
        for _ in range(BURST):
            begin = time.perf_counter_ns()
            writer.add_scalar("train/loss", 0.5, step)
            singles.append(time.perf_counter_ns() - begin)
            step += 1
        writer.flush()
    writer.close()
    singles.sort()
    cost = {
        "mean_ns": statistics.fmean(means),
        "p50_ns": singles[len(singles) // 2],
        "p99_ns": singles[len(singles) * 99 // 100],
    }
    return {"name": cost}


def measure_sustained(directory: str) -> dict:
    begin = time.perf_counter()
    writer = SummaryWriter(directory)
    for step in range(SUSTAINED):
        writer.add_scalar("train/loss", 0.5, step)
    writer.close()
    seconds = time.perf_counter() - begin
    bytes_written = bytes_in(directory)
    # The record that begins a file is no scalar.
    empty = pathlib.Path(directory) / "empty"
    SummaryWriter(str(empty)).close()
    head = bytes_in(str(empty))
    return {"scalars": SUSTAINED, "seconds": seconds, "bytes_per_scalar": (bytes_written - head) / SUSTAINED}


def median_ms(call, rounds: int) -> float:
    times = []
    for step in range(rounds):
        begin = time.perf_counter()
        call(step)
        times.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(times)


def measure_histograms(directory: str) -> dict:
    values = np.random.default_rng(1).standard_normal(1_000_000, dtype=np.float32)
    writer = SummaryWriter(directory)
    # Its default bins are TensorFlow's exponential ones; 30 of equal width are what ours makes without being asked.
    exponential = median_ms(lambda step: writer.add_histogram("weights", values, step), 5)
    linear = median_ms(lambda step: writer.add_histogram("weights/linear", values, step, bins=30), 5)
    writer.close()
    return {"linear_ms": linear, "exponential_ms": exponential}


def measure_pictures(directory: str, path: str) -> dict:
    pixels = np.frombuffer(pathlib.Path(path).read_bytes(), dtype=np.uint8).reshape(SIDE, SIDE, 3)
    writer = SummaryWriter(directory)
    writer.flush()
    before = bytes_in(directory)
    rounds = 30
    ms = median_ms(lambda step: writer.add_image("picture", pixels, step, dataformats="HWC"), rounds)
    writer.close()
    return {"ms": ms, "bytes": (bytes_in(directory) - before) / rounds}


MEASURES = {
    "scalars": measure_scalars,
    "sustained": measure_sustained,
    "histograms": measure_histograms,
    "pictures": measure_pictures,
}


if __name__ == "__main__":
    print(json.dumps(MEASURES[sys.argv[1]](*sys.argv[2:])))
