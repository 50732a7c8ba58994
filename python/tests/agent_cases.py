"""Helps tests of `paddle run --restarts`: workers that speak with the agent,
without the engine."""

import re

import launcher_cases

# A worker says ready, and again after each group, until there is a file
# "finish". What it hears it writes into told-RANK, after its process id.
WORKER = """
import socket, threading
agent = socket.socket(socket.AF_UNIX)
stopped = threading.Event()  # the signs of life, when it is set
epoch = 0

def note(text):
    with open(f"told-{rank}", "a") as file:
        file.write(f"{os.getpid()} {text}\\n")

def say(*words):
    agent.sendall((" ".join(map(str, words)) + "\\n").encode())

def live():
    try:
        while not stopped.wait(0.1):
            say("alive", rank)
    except OSError:  # The connection has ended.
        pass

def connect():
    global lines
    agent.connect(os.environ["PADDLE_AGENT"])
    lines = agent.makefile(encoding="utf-8", newline="\\n")
    threading.Thread(target=live, daemon=True).start()

def hear():
    line = next(lines)
    assert line[-1] == "\\n", line
    note(line[:-1])
    return line.split()

def join(asked=lambda: None):
    '''Becomes one of the next group.'''
    global epoch
    say("ready", rank, epoch)
    asked()
    place = ["lost"]
    while place[0] == "lost":
        place = hear()
    assert place[0] == "place" and int(place[1]) > epoch, place
    assert place[2:] == [str(rank), os.environ["WORLD_SIZE"]], place
    epoch = int(place[1])

def join_all(**options):
    while True:
        join(**options)
        lost = hear()
        assert lost[:2] == ["lost", str(epoch)], lost

def wait_for(name):
    while not os.path.exists(name): time.sleep(0.01)

def work(**options):
    '''Takes part in the job until it is finished.'''
    threading.Thread(
        target=join_all, kwargs=options, daemon=True).start()
    wait_for("finish")
    stopped.set()
    say("done", rank)
    os._exit(0)

first = os.environ["PADDLE_RESTARTS"] == "0"
"""
PLAIN = WORKER + "connect()\nwork()\n"


class AgentTestCase(launcher_cases.LauncherTestCase):
    """Tests of jobs of three."""

    def start_three(self, text=PLAIN, *options, start=None):
        return (start or self.start)(
            text, "--nproc", "3", "--restarts", "3", *options)

    def told(self, rank):
        """Returns what the workers of a rank have heard: ids and lines."""
        return [(int(pid), line) for pid, line in (
            each.split(" ", 1)
            for each in self.content(f"told-{rank}").splitlines())]

    def group(self, epoch, ranks=range(3)):
        """The process ids of a group, when all have their places."""
        line = f"place {epoch} {{0}} {{1}}".format
        found = {}

        def complete():
            for rank in ranks:
                found.update((rank, pid) for pid, text in self.told(rank)
                             if text == line(rank, 3))
            return len(found) == len(ranks)

        self.wait_for(complete, f"group {epoch}")
        return [found[rank] for rank in ranks]

    def wait_until_told(self, rank, pattern):
        self.wait_for(lambda: any(re.fullmatch(pattern, line)
                                  for _, line in self.told(rank)), pattern)

    def write(self, name):
        """Makes a file, for which workers wait."""
        with open(f"{self.folder}/{name}", "w", encoding="utf-8"):
            pass

    def end_well(self, process):
        """Has the job finish; returns what the launcher has said."""
        self.write("finish")
        _, err = self.finish(process)
        return self.said(err)

    def said(self, err):
        return [line[len("paddle run: "):] for line in err
                if line.startswith("paddle run: ")]
