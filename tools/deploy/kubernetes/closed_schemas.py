"""Compares a document with the schema of its kind, which refuses all that it
does not know."""

import functools
import json
import os
from typing import Any, Dict, Iterator

import jsonschema

SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemas")


@functools.lru_cache(maxsize=None)
def _schemas() -> Dict[str, Any]:
    found = {}
    for name in os.listdir(SCHEMAS):
        with open(os.path.join(SCHEMAS, name), encoding="utf-8") as file:
            found[name] = json.load(file)
    return found


def check(document: Dict[str, Any]) -> Iterator[str]:
    """Complains of all that the document's kind does not allow."""
    schemas = _schemas()
    kind = document.get("kind")
    schema = schemas.get(f"{kind}.json")
    if schema is None:
        yield f"kind: there is no schema of {kind!r}"
        return
    resolver = jsonschema.RefResolver(schema["$id"], schema, store=schemas)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    for error in validator.iter_errors(document):
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}"
                        for part in error.absolute_path)
        yield f"{kind}{place}: {error.message}"
