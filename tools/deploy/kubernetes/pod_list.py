"""Lists the pods that controllers of Kubernetes would make of a manifest."""

from typing import Any, Dict, Iterator, List, NamedTuple, Optional

import manifests


class Pod(NamedTuple):
    """One pod of a manifest."""
    part: str  # the Deployment, Job, or replicated job
    index: Optional[int]  # in an indexed Job
    hosts: List[str]  # names by which others know it
    labels: Dict[str, str]
    spec: Dict[str, Any]
    address: str
    job: Dict[str, Any]  # the specification of its Job; empty for others


def _hosts(documents: List[manifests.Document], owner: manifests.Document,
           part: str, index: int, labels: Dict[str, str]) -> List[str]:
    found = [each["metadata"]["name"] for each in documents
             if each["kind"] == "Service"
             and each["spec"]["selector"].items() <= labels.items()]
    if owner["kind"] == "JobSet":
        name = owner["metadata"]["name"]
        found.append(f"{name}-{part}-0-{index}.{name}")
    return found


def _parts(document: manifests.Document) -> Iterator[Any]:
    """Yields the name, the template and the number of its pods, and the
    specification of the Job; a Deployment has none."""
    if document["kind"] == "Deployment":
        yield (document["metadata"]["name"], document["spec"]["template"],
               document["spec"]["replicas"], {})
    for name, spec in manifests.jobs(document):
        yield name, spec["template"], spec["parallelism"], spec


def pods_of(documents: List[manifests.Document]) -> List[Pod]:
    """Returns all pods of the documents of one file."""
    documents = manifests.expanded(documents)
    found: List[Pod] = []
    for document in documents:
        for part, template, count, job in _parts(document):
            for index in range(count):
                labels = dict(template.get("metadata", {}).get("labels", {}))
                if document["kind"] == "JobSet":
                    labels["jobset.sigs.k8s.io/jobset-name"] = (
                        document["metadata"]["name"])
                found.append(Pod(
                    part, index if job else None,
                    _hosts(documents, document, part, index, labels), labels,
                    template["spec"], f"127.0.0.{len(found) + 2}",
                    job))
    return found
