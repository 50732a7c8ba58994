"""Runs the pods of a manifest as processes of this machine, to test it without
a cluster: commands, environments and numbers are those of the manifest.

A pod has an address of its own, 127.0.0.2 and so on, which is what the downward
API tells it; names of Services and of pods of a JobSet become such addresses,
as a name server would say. Volumes are folders: claims are shared, others are a
pod's own. A pod of a Job that fails is made again, as often as backoffLimit
says, unless its exit code fails the Job.
"""

import os
import re
import signal
import subprocess
import time
from typing import Any, Dict, List

import manifests
from pod_list import Pod, pods_of

_LABEL = re.compile(r"metadata\.labels\['(.*)'\]")


def _field(pod: Pod, path: str) -> str:
    """Returns what the downward API says."""
    if path == "status.podIP":
        return pod.address
    match = _LABEL.fullmatch(path)
    if match is None:
        raise ValueError(f"{path}: not known to processes")
    return pod.labels[match.group(1)]


def _fill(text: str, values: Dict[str, str]) -> str:
    return manifests.USE.sub(lambda use: values.get(use.group(1), use.group()),
                             text)


class Cluster:
    """The pods of a manifest, as processes.

    Args:
      documents: of one file.
      folder: where volumes are, each under its name or its claim's.
      environ: of each process, beside what the manifest says.
    """

    def __init__(self, documents: List[manifests.Document], folder: str,
                 environ: Dict[str, str]) -> None:
        self.pods = pods_of(documents)
        self._folder, self._environ = folder, environ
        self._processes: Dict[int, "subprocess.Popen[bytes]"] = {}
        self._left: Dict[int, List[Dict[str, Any]]] = {}  # containers to run
        self._restarts: Dict[str, int] = {}
        self._ended: Dict[int, bool] = {}
        self._hosts = {host: pod.address for pod in self.pods
                       for host in pod.hosts}

    def start(self, part: str) -> None:
        """Starts all pods of a part."""
        for number, pod in enumerate(self.pods):
            if pod.part == part:
                self._start(number)

    def kill(self, part: str, index: int) -> None:
        """Kills all processes of a pod."""
        number = next(number for number, pod in enumerate(self.pods)
                      if (pod.part, pod.index) == (part, index))
        self._kill(number)

    def wait(self, part: str, seconds: float = 120.0) -> None:
        """Returns when all pods of the part have ended well.

        Raises:
          RuntimeError: as of look_after.
          TimeoutError: they have not ended.
        """
        deadline = time.monotonic() + seconds
        while not self.look_after(part):
            if time.monotonic() > deadline:
                raise TimeoutError(self.output(part))
            time.sleep(0.02)

    def made_again(self, part: str) -> int:
        """Returns how many pods of the part were made for lost ones."""
        return self._restarts.get(part, 0)

    def close(self) -> None:
        """Kills what is left."""
        for number in self._processes:
            self._kill(number)

    def output(self, part: str) -> str:
        """Returns what the pods of a part have printed."""
        found = []
        for number, pod in enumerate(self.pods):
            if pod.part == part and os.path.exists(self._log(number)):
                with open(self._log(number), encoding="utf-8") as file:
                    found.append(file.read())
        return "".join(found)

    def volume(self, pod: Pod, name: str) -> str:
        """Returns the folder of a pod's volume."""
        volume, = (each for each in pod.spec["volumes"]
                   if each["name"] == name)
        if "persistentVolumeClaim" in volume:
            name = volume["persistentVolumeClaim"]["claimName"]
        else:
            name = f"{name}-{pod.part}-{pod.index or 0}"
        path = os.path.join(self._folder, name)
        os.makedirs(path, exist_ok=True)
        return path

    def look_after(self, part: str) -> bool:
        """Goes on with pods whose first containers have ended, and makes those
        again that have failed; True if all have ended well.

        Raises:
          RuntimeError: one has failed too often, or in a way that fails the
            Job; with what all have printed.
        """
        mine = [number for number, pod in enumerate(self.pods)
                if pod.part == part]
        for number in mine:
            status = self._processes[number].poll()
            if status is None or self._ended.get(number):
                continue
            if status != 0:
                self._make_again(number, status)
            elif self._left[number]:
                self._start_next(number)
            else:
                self._ended[number] = True
        return all(self._ended.get(number) for number in mine)

    def _make_again(self, number: int, status: int) -> None:
        pod = self.pods[number]
        made = self._restarts.get(pod.part, 0)
        rules = pod.job.get("podFailurePolicy", {}).get("rules", [])
        fatal = [code for rule in rules if rule["action"] == "FailJob"
                 for code in rule["onExitCodes"]["values"]]
        if made >= pod.job.get("backoffLimit", 0) or status in fatal:
            raise RuntimeError(f"a pod of {pod.part} ended with {status}: "
                               + self.output(pod.part))
        self._restarts[pod.part] = made + 1
        self._start(number)

    def _kill(self, number: int) -> None:
        process = self._processes[number]
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def _environment(self, pod: Pod, container: Dict[str, Any]
                     ) -> Dict[str, str]:
        """Returns what the manifest, and Kubernetes, set."""
        values = {} if pod.index is None else {
            "JOB_COMPLETION_INDEX": str(pod.index)}
        for variable in container.get("env", []):
            if "valueFrom" in variable:
                values[variable["name"]] = _field(
                    pod, variable["valueFrom"]["fieldRef"]["fieldPath"])
            else:
                values[variable["name"]] = _fill(variable["value"], values)
        return values

    def _outside(self, pod: Pod, container: Dict[str, Any], text: str) -> str:
        """Returns the text with folders and addresses of this machine."""
        for mount in container.get("volumeMounts", []):
            text = text.replace(mount["mountPath"],
                                self.volume(pod, mount["name"]))
        for host, address in self._hosts.items():
            text = re.sub(rf"(?<![\w.-]){re.escape(host)}(?=:\d)", address,
                          text)
        return text

    def _log(self, number: int) -> str:
        return os.path.join(self._folder, f"log-{number}")

    def _start(self, number: int) -> None:
        spec = self.pods[number].spec
        self._left[number] = [*spec.get("initContainers", []),
                              *spec["containers"]]
        self._start_next(number)

    def _start_next(self, number: int) -> None:
        """Starts the next container. All but the last one have to end."""
        pod = self.pods[number]
        container = self._left[number].pop(0)
        values = self._environment(pod, container)
        words = [_fill(word, values) for word in (
            *container["command"], *container.get("args", []))]

        def outside(text: str) -> str:
            return self._outside(pod, container, text)

        folder = outside(container.get("workingDir", self._folder))
        with open(self._log(number), "ab") as log:
            self._processes[number] = subprocess.Popen(
                [outside(word) for word in words], cwd=folder, stdout=log,
                stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                env={**self._environ, **{name: outside(value) for name, value
                                         in values.items()}})
