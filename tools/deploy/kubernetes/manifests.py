"""Finds mistakes in manifests without a cluster.

    python3 tools/deploy/kubernetes/manifests.py FILE...

Schemas of the few kinds used here, which refuse what they do not know, find
misspelt keys and wrong values; names that refer to something are looked up.
"""

import copy
import json
import re
import sys
from typing import Any, Dict, Iterator, List, Tuple

import yaml

import closed_schemas

# Set in each pod of an indexed Job.
OF_INDEXED_JOBS = ("JOB_COMPLETION_INDEX",)
# A use of a variable, which Kubernetes replaces by its value.
USE = re.compile(r"\$\((\w+)\)")

Document = Dict[str, Any]


def read(path: str) -> List[Document]:
    """Returns the documents of a file."""
    with open(path, encoding="utf-8") as file:
        return list(yaml.safe_load_all(file))


def jobs(document: Document) -> Iterator[Tuple[str, Document]]:
    """Yields the name and the specification of each Job."""
    if document["kind"] == "Job":
        yield document["metadata"]["name"], document["spec"]
    for job in document["spec"].get("replicatedJobs", []):
        yield job["name"], job["template"]["spec"]


def templates(document: Document) -> Iterator[Tuple[str, Document]]:
    """Yields the name and the template of the pods of each part."""
    if document["kind"] == "Deployment":
        yield document["metadata"]["name"], document["spec"]["template"]
    if document["kind"] == "ServingRuntime":
        yield document["metadata"]["name"], {"spec": document["spec"]}
    for name, spec in jobs(document):
        yield name, spec["template"]


def _is_trainer(job: Document) -> bool:
    labels = job["template"].get("metadata", {}).get("labels", {})
    return labels.get("trainer.kubeflow.org/trainjob-ancestor-step"
                      ) == "trainer"


def _overridden(job: Document, trainer: Document) -> None:
    """Changes the trainers of a runtime as the TrainJob says."""
    spec = job["template"]["spec"]
    spec["completions"] = spec["parallelism"] = trainer["numNodes"]
    container, = spec["template"]["spec"]["containers"]
    for name in ("image", "command", "args"):
        if name in trainer:
            container[name] = trainer[name]
    own = {each["name"]: each for each in container.get("env", [])}
    own.update({each["name"]: each for each in trainer.get("env", [])})
    container["env"] = list(own.values())


def expanded(documents: List[Document]) -> List[Document]:
    """Returns the documents with the JobSet of each TrainJob, as Kubeflow's
    controller makes it from the runtime, in its place and the runtime's."""
    runtimes = {each["metadata"]["name"]: each["spec"] for each in documents
                if each["kind"] == "ClusterTrainingRuntime"}
    found = [each for each in documents if each["kind"] not in (
        "ClusterTrainingRuntime", "TrainJob")]
    for document in documents:
        if document["kind"] != "TrainJob":
            continue
        runtime = runtimes[document["spec"]["runtimeRef"]["name"]]
        trainer = {**runtime.get("mlPolicy", {}),
                   **document["spec"].get("trainer", {})}
        spec = copy.deepcopy(runtime["template"]["spec"])
        for job in filter(_is_trainer, spec["replicatedJobs"]):
            _overridden(job, trainer)
        found.append({"kind": "JobSet", "spec": spec,
                      "metadata": {"name": document["metadata"]["name"]}})
    return found


def _known(what: str, name: Any, names: Any) -> Iterator[str]:
    if name not in names:
        yield f"{what}: there is no {name!r} among {sorted(names)}"


def _check_container(where: str, container: Document, volumes: List[str]
                     ) -> Iterator[str]:
    yield from _check_probes(where, container)
    for mount in container.get("volumeMounts", []):
        yield from _known(f"{where}: volumeMounts", mount["name"], volumes)
    names = list(OF_INDEXED_JOBS)
    for variable in container.get("env", []):
        for used in USE.findall(variable.get("value", "")):
            yield from _known(f"{where}: {variable['name']}", used, names)
        names.append(variable["name"])
    words = [*container.get("command", []), *container.get("args", [])]
    for used in USE.findall(" ".join(words)):
        yield from _known(f"{where}: command", used, names)


def _check_template(where: str, template: Document) -> Iterator[str]:
    spec = template["spec"]
    volumes = [volume["name"] for volume in spec.get("volumes", [])]
    used = set()
    for container in [*spec.get("initContainers", []), *spec["containers"]]:
        yield from _check_container(where, container, volumes)
        used.update(mount["name"]
                    for mount in container.get("volumeMounts", []))
    for name in volumes:
        yield from _known(f"{where}: the volume is not mounted", name, used)


def _check_job(where: str, spec: Document) -> Iterator[str]:
    if spec.get("completionMode") == "Indexed" and (
            spec.get("completions") != spec.get("parallelism")):
        yield f"{where}: trainers that do not all run at once wait for ever"
    containers = [each["name"] for each in
                  spec["template"]["spec"]["containers"]]
    for rule in spec.get("podFailurePolicy", {}).get("rules", []):
        name = rule.get("onExitCodes", {}).get("containerName")
        if name is not None:
            yield from _known(f"{where}: podFailurePolicy", name, containers)
    if spec["template"]["spec"].get("restartPolicy") not in (
            "Never", "OnFailure"):
        yield f"{where}: pods of a Job are restarted Never or OnFailure"


def _targets(spec: Document) -> Iterator[str]:
    yield from spec.get("successPolicy", {}).get("targetReplicatedJobs", [])
    for rule in spec.get("failurePolicy", {}).get("rules", []):
        yield from rule.get("targetReplicatedJobs", [])


def _check_job_set(document: Document) -> Iterator[str]:
    spec = document["spec"]
    before: List[str] = []
    for job in spec.get("replicatedJobs", []):
        for needed in job.get("dependsOn", []):
            yield from _known(f"{job['name']}: dependsOn", needed["name"],
                              before)
        before.append(job["name"])
    for target in _targets(spec):
        yield from _known("targetReplicatedJobs", target, before)


def _check_selectors(documents: List[Document]) -> Iterator[str]:
    """Each selector has to select the pods of some template."""
    labels = [template.get("metadata", {}).get("labels", {})
              for document in documents
              for _, template in templates(document)]
    for document in documents:
        selector = document["spec"].get("selector")
        if selector is None:
            continue
        wanted = selector.get("matchLabels", selector).items()
        if not any(wanted <= each.items() for each in labels):
            yield (f"{document['kind']} {document['metadata']['name']}: no pod "
                   f"has the labels {dict(wanted)}")


def _check_hosts(documents: List[Document]) -> Iterator[str]:
    """Hosts in URLs of etcd are Services, or pods of the JobSet."""
    hosts = {document["metadata"]["name"] for document in documents
             if document["kind"] == "Service"}
    for document in documents:
        for name, _ in jobs(document):
            hosts.add(f"$(JOB_SET)-{name}-0-0.$(JOB_SET)")
    hosts.add("$(POD_IP)")
    text = json.dumps([document["spec"] for document in documents])
    for host in re.findall(r"(?:etcd|http)://([^:/\"]+)", text):
        yield from _known("etcd", host, hosts)


def _check_references(documents: List[Document]) -> Iterator[str]:
    for document in documents:
        for name, template in templates(document):
            yield from _check_template(name, template)
        for name, spec in jobs(document):
            yield from _check_job(name, spec)
        yield from _check_job_set(document)
    yield from _check_servers(documents)
    yield from _check_selectors(documents)
    yield from _check_hosts(documents)


def _check_train_jobs(documents: List[Document]) -> Iterator[str]:
    runtimes = [each["metadata"]["name"] for each in documents
                if each["kind"] == "ClusterTrainingRuntime"]
    for document in documents:
        if document["kind"] == "TrainJob":
            yield from _known("runtimeRef", document["spec"]["runtimeRef"]
                              ["name"], runtimes)
        elif document["kind"] == "ClusterTrainingRuntime" and not any(
                map(_is_trainer, document["spec"]["template"]["spec"][
                    "replicatedJobs"])):
            yield "ClusterTrainingRuntime: no job has the label of trainers"


def _check_servers(documents: List[Document]) -> Iterator[str]:
    """Looks up the names in autoscalers and InferenceServices."""
    deployments = [each["metadata"]["name"] for each in documents
                   if each["kind"] == "Deployment"]
    runtimes = {each["metadata"]["name"]: each["spec"] for each in documents
                if each["kind"] == "ServingRuntime"}
    for document in documents:
        spec = document["spec"]
        if document["kind"] == "HorizontalPodAutoscaler":
            yield from _known("scaleTargetRef", spec["scaleTargetRef"]["name"],
                              deployments)
        elif document["kind"] == "InferenceService":
            model = spec["predictor"]["model"]
            yield from _known("runtime", model.get("runtime"), runtimes)
            formats = [each["name"] for runtime in runtimes.values()
                       for each in runtime["supportedModelFormats"]]
            yield from _known("modelFormat", model["modelFormat"]["name"],
                              formats)


def _check_probes(where: str, container: Document) -> Iterator[str]:
    """Probes ask at a port that the container has."""
    ports = [each["containerPort"] for each in container.get("ports", [])]
    for probe in ("readinessProbe", "livenessProbe"):
        if probe in container:
            yield from _known(f"{where}: {probe}",
                              container[probe]["httpGet"]["port"], ports)


def _alone(documents: List[Document]) -> Iterator[Document]:
    """Yields the JobSets of runtimes that no TrainJob has changed."""
    for document in documents:
        if document["kind"] == "ClusterTrainingRuntime":
            yield {"kind": "JobSet", "metadata": document["metadata"],
                   "spec": document["spec"]["template"]["spec"]}


def check(documents: List[Document]) -> List[str]:
    """Returns all mistakes of the documents of one file."""
    found = [problem for document in documents
             for problem in closed_schemas.check(document)]
    found = found or list(_check_train_jobs(documents))
    return found or list(_check_references(
        [*expanded(documents), *_alone(documents)]))


def main() -> int:
    """Prints the mistakes of files; returns 1 if there are any."""
    problems = [f"{path}: {problem}" for path in sys.argv[1:]
                for problem in check(read(path))]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
