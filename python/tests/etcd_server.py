"""Helps tests that need etcd: a server of their own on a loopback port."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request

PATIENCE = 30.0  # seconds until it answers


def free_port():
    """A port that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class EtcdServer:
    """A server that listens at one address for as long as it lives, through
    kills and starts.

    host: the number at which it listens.
    """

    def __init__(self, host="127.0.0.1"):
        self._folder = tempfile.mkdtemp(prefix="etcd-")
        self.address = f"{host}:{free_port()}"
        self._peers = f"http://{host}:{free_port()}"
        self._process = None
        self.start()

    def url(self, prefix="test"):
        return f"etcd://{self.address}/{prefix}"

    def start(self):
        """Starts it with what it had, and waits until it answers."""
        clients = "http://" + self.address
        with open(os.path.join(self._folder, "log"), "ab") as log:
            self._process = subprocess.Popen(
                ["etcd", "--data-dir", os.path.join(self._folder, "data"),
                 "--listen-client-urls", clients,
                 "--advertise-client-urls", clients,
                 "--listen-peer-urls", self._peers,
                 "--initial-advertise-peer-urls", self._peers,
                 "--initial-cluster", "default=" + self._peers],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        stop = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > stop or self._process.poll() is not None:
                with open(os.path.join(self._folder, "log"),
                          encoding="utf-8") as log:
                    raise OSError("etcd does not start: " + log.read()[-2000:])
            time.sleep(0.02)

    def kill(self):
        """Kills it; its data stay."""
        self._process.kill()
        self._process.wait()

    def stop(self):
        """Stops it (SIGSTOP), and waits until each of its threads has stopped:
        on a busy machine they answer for a while after the signal."""
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOWAIT)

    def go_on(self):
        """Lets it go on after a stop."""
        self._process.send_signal(signal.SIGCONT)

    def wipe(self):
        """Deletes the data of a server that is killed."""
        shutil.rmtree(os.path.join(self._folder, "data"))

    def remove(self):
        """Kills it, and leaves nothing."""
        self.kill()
        shutil.rmtree(self._folder)

    def _answers(self):
        try:
            with urllib.request.urlopen(f"http://{self.address}/health",
                                        timeout=1) as answer:
                return b'"true"' in answer.read()
        except OSError:
            return False


class EtcdTestCase(unittest.TestCase):
    """Tests that share one server, `self.etcd`."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.etcd = EtcdServer()
        cls.addClassCleanup(cls.etcd.remove)
