"""Prints what loading costs, NumPy included: seconds, those of the processor
and resident megabytes."""

import importlib
import time

begin, begin_busy = time.perf_counter(), time.process_time()
for module in ("numpy", "paddle"):
    importlib.import_module(module)
seconds = time.perf_counter() - begin
busy = time.process_time() - begin_busy
with open("/proc/self/status", encoding="utf-8") as status:
    lines = dict(line.split(":", 1) for line in status)
print(seconds, busy, int(lines["VmRSS"].split()[0]) / 1024)
