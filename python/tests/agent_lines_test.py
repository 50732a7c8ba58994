"""The agent of `paddle run --restarts`: connections, and what they say."""

import os
import resource
import socket

from agent_cases import PLAIN, WORKER, AgentTestCase

LONGEST = 1 << 20  # bytes of a line
SHOW_SOCKET = ("if rank == 0:\n"
               "    with open('socket.new', 'w') as file:\n"
               "        file.write(os.environ['PADDLE_AGENT'])\n"
               "    os.rename('socket.new', 'socket')\n" + PLAIN)


class LinesTest(AgentTestCase):

    def connection(self):
        connected = socket.socket(socket.AF_UNIX)
        self.addCleanup(connected.close)
        connected.settimeout(30)
        connected.connect(self.content("socket"))
        return connected

    def test_what_is_refused(self):
        process = self.start_three(SHOW_SOCKET)
        pids = self.group(1)
        cases = {
            b"hello\n": "'hello' is no message",
            b"\n": "'' is no message",
            b"ready 1\n": "'ready 1' is no message",
            b"ready  1 0\n": "'ready  1 0' is no message",
            b"alive 1 \n": "'alive 1 ' is no message",
            b"alive -1\n": "'alive -1' is no message",
            "alive ١\n".encode(): "'alive ١' is no message",
            b"\xff\xfe\n": "'utf-8' codec can't decode byte 0xff in position "
                           "0: invalid start byte",
            b"x" * LONGEST: f"a line is longer than {LONGEST} bytes",
            b"x" * LONGEST + b"\n": f"a line is longer than {LONGEST} bytes",
            b"x" * 4000 + b"\n": repr("x" * 60) + " is no message",
            b"set 1 key a b\n": "'set 1 key a b' is no message",
            b"set 1 key !\n": "'set 1 key !' is no message",
            b"set 1 key YQ==\n": "it is of no rank",
            b"ready 3 0\n": "there is no rank 3",
            b"alive 999999999\n": "there is no rank 999999999",
            b"done 1\n": f"rank 1 (pid {pids[1]}) has another one",
        }
        for data in cases:
            connection = self.connection()
            connection.sendall(data)
            with self.subTest(data):
                try:
                    self.assertEqual(connection.recv(1), b"")
                except ConnectionResetError:  # it has not read all
                    pass
        self.connection().close()  # Nothing at all is no mistake.
        self.assertEqual(self.end_well(process), [
            f"the connection of an unknown worker is closed: {told}"
            for told in cases.values()])
        self.assertEqual(self.group(1), pids)
        self.assertEqual(len(self.told(0)), 1)

    def test_values_for_each_other(self):
        """Whoever joins later gets them, too; those of old groups nobody."""
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1: wait_for('go')\n"
            "join()\n"
            "say('set', epoch, f'k/{rank}', 'AAAA' * 100_000)\n"
            "say('set', epoch - 1, f'old/{rank}', 'AAAA')\n"
            "for _ in range(3): hear()\n"
            "say('set', epoch, f'end/{rank}', '')\n"
            "for _ in range(3): hear()\n"
            "open(f'heard-{rank}', 'w').close()\n"
            "for other in range(3): wait_for(f'heard-{other}')\n"
            "work()\n")
        self.write("go")
        self.group(2)
        self.assertEqual(self.end_well(process), [])
        for rank in range(3):
            self.assertEqual(sorted(
                line for _, line in self.told(rank) if "value" in line), [
                    *(f"value 1 end/{each} " for each in range(3)),
                    *(f"value 1 k/{each} " + "AAAA" * 100_000
                      for each in range(3))])

    def test_parts_of_lines(self):
        """A worker of a language without buffers."""
        process = self.start_three(PLAIN.replace(
            'agent.sendall((" ".join(map(str, words)) + "\\n").encode())',
            'with lock:\n        for letter in " ".join(map(str, words)) + '
            '"\\n":\n            agent.sendall(letter.encode())').replace(
                "epoch = 0", "epoch = 0\nlock = threading.Lock()"))
        self.group(1)
        self.assertEqual(self.end_well(process), [])

    def test_a_mistake_is_no_loss(self):
        """A worker may connect again, and its group lasts until then."""
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1:\n"
            "    join(asked=stopped.set)\n"
            "    time.sleep(.2)\n"
            "    say('ready', rank, 7)\n"
            "    try: assert agent.recv(1) == b''\n"
            "    except ConnectionResetError: pass\n"
            "    agent = socket.socket(socket.AF_UNIX)\n"
            "    stopped.clear()\n"
            "    connect()\n"
            "work()\n")
        pids = self.group(2)
        self.assertEqual(self.end_well(process), [
            f"the connection of rank 1 (pid {pids[1]}) is closed: rank 1 comes"
            " from epoch 7, and its newest is 1"])
        self.assertEqual(self.group(1), pids)

    def test_one_that_leaves_the_group(self):
        process = self.start_three(
            WORKER + "connect()\nif rank == 1: join()\nwork()\n")
        pids = self.group(2)
        self.assertEqual(self.group(1), pids)
        self.assertEqual(self.end_well(process), [])
        for rank in (0, 2):
            self.assertEqual([line for _, line in self.told(rank)], [
                f"place 1 {rank} 3", "lost 1 rank 1 has left the group",
                f"place 2 {rank} 3"])

    def test_one_that_closes_its_connection_and_stays(self):
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1 and first:\n"
            "    join()\n"
            "    agent.shutdown(socket.SHUT_RDWR)\n"
            "    time.sleep(60)\n"
            "work()\n", start=self.start_impatient)
        before = self.group(1)
        after = self.group(2)
        self.assertEqual(before[::2], after[::2])
        self.assertEqual(self.end_well(process), [
            f"rank 1 (pid {before[1]}) has closed its connection; started "
            f"again as pid {after[1]} (restart 1 of 3)"])

    def test_one_that_does_not_read(self):
        """That keeps nobody from going on."""
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1 and first:\n"
            "    try:\n"
            "        while True: say('ready', rank, 0)\n"
            "    except OSError: time.sleep(60)\n"
            "work()\n", start=self.start_impatient)
        pids = self.group(1, ranks=(0, 2))
        self.wait_for(lambda: os.path.exists(f"{self.folder}/told-1"), "again")
        said = self.end_well(process)
        self.assertEqual(len(said), 1)
        self.assertIn("has closed its connection; started again", said[0])
        for rank in (0, 2):
            self.assertEqual({pid for pid, _ in self.told(rank)},
                             {pids[rank // 2]})

    def test_too_many_connections(self):
        process = self.start_three(SHOW_SOCKET)
        self.group(1)
        limit = 1 + max(map(int, os.listdir(f"/proc/{process.pid}/fd")))
        before = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE,
                         (limit, before[1]))
        connection = self.connection()
        connection.sendall(b"garbage\n")
        self.assertIn(b"a worker cannot connect: Too many open files",
                      process.stderr.readline())
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, before)
        self.assertEqual(connection.recv(1), b"")
        self.assertEqual(len(self.end_well(process)), 1)
