"""Models on servers that run: the program paddle_serve (tools/serve)."""

import base64
import http.client
import json
import os
import tempfile
import time
import urllib.parse
from typing import Dict, Iterable, Optional, Tuple, Union

from . import core, io
from .token_file import read_token

_Path = Union[str, "os.PathLike[str]"]
_Vars = Iterable[Union[core.Variable, str]]

_PAUSE = 0.2  # seconds before the second try
_LONGEST_PAUSE = 10.0


def deploy(model: Union[core.Program, _Path],
           server: str = "http://127.0.0.1:8080", *, name: str,
           token: Optional[str] = None, feeds: Optional[_Vars] = None,
           fetches: Optional[_Vars] = None,
           scope: Optional[core.Scope] = None, timeout: float = 300) -> int:
    """Sends a model to a server, which serves it as the next version.

    The server has to have been started with a token, `paddle_serve
    --token_file`. It loads the model before anybody sees it: one that is
    refused leaves nothing behind, and the version before goes on. The network
    is to be trusted, or the address one of https.

    Example:
      >>> def show(program, x, y):
      ...     return pd.serving.deploy(program, "http://10.0.0.1:8080",
      ...                              name="mlp", token="secret",
      ...                              feeds=[x], fetches=[y])

    Args:
      model: a folder of pd.io.save_inference_model, or a program.
      server: its address, "http://host:port".
      name: of the model there: up to 128 letters, digits, "-", "_" and ".".
      token: the server's secret; by default that in the file which
        PADDLE_TOKEN_FILE names.
      feeds: of a program: what requests have, as of pd.io.save_inference_model.
      fetches: of a program: what replies have.
      scope: of a program: where its parameters are; by default the global one.
      timeout: seconds that all of it may take, also while the server loads
        another model.

    Returns:
      The number of the version.

    Raises:
      ValueError: the address is none, feeds or fetches are missing or are given
        for a folder, the folder has no program, the file of the token has
        none that can be sent, or the server refuses the model, saying why.
      PermissionError: there is no token, it is wrong, or the server takes no
        models.
      OSError: the folder cannot be read, or the server not be reached.
      RuntimeError: the server has failed.
    """
    if token is None:
        token = _token_of_environment()
    deadline = time.monotonic() + timeout
    if isinstance(model, core.Program):
        if feeds is None or fetches is None:
            raise ValueError("a program needs feeds and fetches, which say "
                             "what is asked and answered")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            io.save_inference_model(path, feeds, fetches, model, scope)
            files = _read(path)
    else:
        if feeds is not None or fetches is not None or scope is not None:
            raise ValueError("feeds, fetches and scope are those of a program, "
                             "not of a folder")
        files = _read(model)
    body = json.dumps({"parameters": {
        f"file:{each}": base64.b64encode(data).decode()
        for each, data in files.items()}})
    return _send(server, name, token, body, deadline)


def _token_of_environment() -> str:
    path = os.environ.get("PADDLE_TOKEN_FILE", "")
    if not path:
        raise PermissionError("the server's token is missing: token or "
                              "PADDLE_TOKEN_FILE says it")
    return read_token(path)


def _read(folder: _Path) -> Dict[str, bytes]:
    """Returns the files of a model, by name."""
    files = {}
    for entry in os.scandir(folder):
        if entry.is_file():
            with open(entry.path, "rb") as file:
                files[entry.name] = file.read()
    # Without files the server would load what it has of that name.
    if "program" not in files:
        raise ValueError(f"{os.fspath(folder)} is no folder of "
                         "pd.io.save_inference_model: it has no program")
    return files


def _send(server: str, name: str, token: str, body: str,
          deadline: float) -> int:
    """Sends the request until the server is not busy."""
    url = urllib.parse.urlsplit(server)
    kinds = {"http": http.client.HTTPConnection,
             "https": http.client.HTTPSConnection}
    if url.scheme not in kinds or not url.hostname:
        raise ValueError(f"{server!r} is no address such as "
                         "http://127.0.0.1:8080")
    target = (f"{url.path.rstrip('/')}/v2/repository/models/"
              f"{urllib.parse.quote(name, safe='')}/load")
    headers = {"Authorization": f"Bearer {token}",
               "Content-Type": "application/json"}
    pause = _PAUSE
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"{server} has not taken model {name} in time")
        connection = kinds[url.scheme](url.hostname, url.port, timeout=left)
        try:
            status, data, wait = _post(connection, target, body, headers)
        except http.client.HTTPException as error:
            raise ConnectionError(f"{server} speaks no HTTP: {error}") from None
        finally:
            connection.close()
        if status != 503 or not wait:
            return _version(server, status, data)
        left = max(deadline - time.monotonic(), 0)
        time.sleep(min(max(pause, _seconds(wait)), left))
        pause = min(2 * pause, _LONGEST_PAUSE)


def _post(connection: http.client.HTTPConnection, target: str, body: str,
          headers: Dict[str, str]) -> Tuple[int, bytes, str]:
    """Returns the status, the body and Retry-After, "" if absent."""
    try:
        connection.request("POST", target, body, headers)
        reply = connection.getresponse()
    except (BrokenPipeError, ConnectionResetError) as error:
        # A server that refuses a large body says why, and reads no more.
        try:
            reply = connection.getresponse()
        except (OSError, http.client.HTTPException):
            raise error from None
    return reply.status, reply.read(), reply.headers["Retry-After"] or ""


def _seconds(wait: str) -> float:
    """Returns the seconds of a header Retry-After, 0 if it has a date."""
    return float(wait) if wait.isdecimal() else 0.0


def _version(server: str, status: int, data: bytes) -> int:
    """Returns what the reply says, or raises it."""
    try:
        reply = json.loads(data)
        if status == 200:
            return int(reply["version"])
        message = f"{server}: {reply['error']}"
    except (KeyError, TypeError, ValueError):
        message = f"{server}: status {status}, {data[:200]!r}"
    if status in (401, 403):
        raise PermissionError(message)
    if status in (400, 404, 413):
        raise ValueError(message)
    raise RuntimeError(message)
