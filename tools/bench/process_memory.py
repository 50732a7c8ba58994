"""Memory of this process as the kernel counts it: pages in use."""

from typing import Any, Callable, Dict

_MIB = 1024  # KiB


def _status(name: str) -> float:
    with open("/proc/self/status") as lines:
        value = next(each for each in lines if each.startswith(name + ":"))
    return int(value.split()[1]) / _MIB


def taken(step: Callable[[], Any], steps: int) -> Dict[str, float]:
    """Takes steps; returns in MiB the "peak" of the process since it started
    and by how much it "grew" above what it had before the first step.
    getrusage would count pages of the process that started this one."""
    before, first_peak = _status("VmRSS"), _status("VmHWM")
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # begins to count the peak anew
    for _ in range(steps):
        step()
    peak = _status("VmHWM")
    return {"peak": max(peak, first_peak), "grew": peak - before}
