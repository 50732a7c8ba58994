"""The client of etcd, beside a server."""

import importlib
import threading
import time
from unittest import mock

import etcd_server
import light_modules

light_modules.load("paddle_cli", "cli", "__init__.py")
etcd = importlib.import_module("paddle_cli.etcd")


class EtcdTest(etcd_server.EtcdTestCase):

    def setUp(self):
        # Each test has keys of its own.
        self.client = self.connect()

    def connect(self):
        client = etcd.Etcd(self.etcd.url(self.id()))
        self.addCleanup(client.close)
        return client

    def test_keys(self):
        every_byte = bytes(range(256))
        self.client.put("a/1", every_byte)
        self.client.put("a/2", b"")
        self.client.put("b", b"x")
        self.assertEqual(self.client.get("a/1").value, every_byte)
        self.assertIsNone(self.client.get("a"))
        pairs, revision = self.client.range("a/")
        self.assertEqual([(pair.key, pair.value) for pair in pairs],
                         [("a/1", every_byte), ("a/2", b"")])
        self.assertGreater(revision, pairs[1].modified)
        self.client.delete("a/1")
        self.assertIsNone(self.client.get("a/1"))
        self.assertEqual(len(self.client.range("")[0]), 2)

    def test_all_keys_of_a_server_without_a_prefix(self):
        client = etcd.Etcd(f"etcd://{self.etcd.address}")
        self.addCleanup(client.close)
        client.put(f"{self.id()}/a", b"x")
        self.assertEqual(self.client.get("a").value, b"x")
        self.assertIn(f"{self.id()}/a",
                      [pair.key for pair in client.range("")[0]])

    def test_transactions(self):
        client = self.client
        claim = [client.created("claim", 0)], [client.putting("claim", b"1")]
        self.assertTrue(client.transact(*claim))
        self.assertFalse(client.transact(*claim))
        pair = client.get("claim")
        self.assertFalse(client.transact(
            [client.created("claim", pair.created),
             client.modified("claim", pair.modified + 1)],
            [client.putting("done", b"")]))
        self.assertIsNone(client.get("done"))
        self.assertTrue(client.transact(
            [client.created("claim", pair.created),
             client.modified("claim", pair.modified)],
            [client.putting("done", b""), client.deleting_key("claim"),
             client.deleting("nothing/")]))
        self.assertEqual([pair.key for pair in client.range("")[0]], ["done"])

    def test_a_transaction_that_reads(self):
        client = self.client
        client.put("a", b"1")
        client.put("b", b"2")
        made = client.commit([client.holds("a", b"1")],
                             [client.putting("c", b"3")], ["a"])
        self.assertEqual(made[:1] + made[2:], (True, {}))
        self.assertEqual(client.get("c").created, made.revision)
        for value, key in ((b"2", "a"), (b"", "nothing")):
            other = client.commit([client.holds(key, value)],
                                  [client.putting("c", b"4")],
                                  ["b", "nothing", "a"])
            self.assertEqual((other.made, other.revision),
                             (False, made.revision))
            self.assertEqual({key: pair.value for key, pair in
                              other.found.items()}, {"a": b"1", "b": b"2"})
        self.assertEqual(client.get("c").value, b"3")

    def test_many_keys_at_one_revision(self):
        for number in range(7):
            self.client.put(f"a/{number}", b"x")
        call, calls = self.client.call, []

        def call_and_change(what, body):
            answer = call(what, body)
            calls.append(body)
            call("kv/put", self.client.putting("a/5", b"y")["request_put"])
            return answer
        with mock.patch.object(etcd, "_PAGE", 3), mock.patch.object(
                self.client, "call", call_and_change):
            pairs, revision = self.client.range("a/")
        self.assertEqual(len(calls), 3)
        self.assertEqual([(pair.key, pair.value) for pair in pairs],
                         [(f"a/{number}", b"x") for number in range(7)])
        self.assertEqual(revision, pairs[-1].modified)

    def test_leases(self):
        client = self.client
        lease = client.grant(2)
        client.put("short", b"x", lease)
        for _ in range(4):
            time.sleep(0.8)
            self.assertTrue(client.renew(lease))
        self.assertIsNotNone(client.get("short"))
        client.revoke(lease)
        self.assertIsNone(client.get("short"))
        self.assertFalse(client.renew(lease))
        with self.assertRaisesRegex(etcd.NoLease, "lease not found"):
            client.put("short", b"x", lease)

    def test_a_lease_that_nobody_renews(self):
        self.client.put("short", b"x", self.client.grant(2))
        stop = time.monotonic() + 10
        while self.client.get("short") is not None:
            self.assertLess(time.monotonic(), stop)
            time.sleep(0.1)

    def test_watch(self):
        _, revision = self.client.range("a/")
        self.client.put("a/1", b"before")
        watch = self.connect().watch("a/", revision + 1)
        self.addCleanup(watch.close)
        seen = []

        def look():
            with self.assertRaisesRegex(etcd.EtcdError, "watch has ended"):
                for changes in watch:
                    seen.extend((pair.key, pair.value, pair.created > 0)
                                for pair in changes)

        thread = threading.Thread(target=look)
        thread.start()
        self.client.put("b", b"not watched")
        self.client.transact([], [self.client.putting("a/2", b"x"),
                                  self.client.deleting_key("a/1")])
        stop = time.monotonic() + 10
        while len(seen) < 3 and time.monotonic() < stop:
            time.sleep(0.01)
        watch.stop()
        thread.join()
        self.assertEqual(seen, [
            ("a/1", b"before", True), ("a/2", b"x", True),
            ("a/1", b"", False)])

    def test_a_watch_of_what_is_compacted(self):
        self.client.put("a", b"x")
        revision = self.client.get("a").modified
        self.client.put("a", b"x")
        self.client.call("kv/compaction", {"revision": str(revision + 1)})
        watch = self.connect().watch("a", 1)
        self.addCleanup(watch.close)
        with self.assertRaisesRegex(etcd.EtcdError, "compacted"):
            list(watch)

    def test_a_watch_of_what_is_deleted(self):
        self.client.put("a", b"x")
        watch = self.connect().watch("a", self.client.get("a").modified,
                                     ["NOPUT"])
        self.addCleanup(watch.close)
        self.client.put("a", b"y")
        self.client.delete("a")
        (pair,) = next(iter(watch))
        self.assertEqual((pair.key, pair.created), ("a", 0))

    def test_own_address(self):
        self.assertEqual(self.client.own_address(), "127.0.0.1")

    def test_bad_addresses(self):
        for url in ("etcd://", "etcd://host", "etcd://host:1/a b", "host:1",
                    "etcd://host:1,", "etcd://host:1//a"):
            with self.subTest(url), self.assertRaisesRegex(
                    ValueError, "no address of etcd"):
                etcd.Etcd(url)


class LostEtcdTest(etcd_server.EtcdTestCase):

    def test_a_server_that_is_started_again(self):
        client = etcd.Etcd(self.etcd.url())
        self.addCleanup(client.close)
        client.put("a", b"x")
        watch = etcd.Etcd(self.etcd.url()).watch("a", 1)
        self.etcd.kill()
        with self.assertRaises(etcd.EtcdError):
            list(watch)
        watch.close()
        for _ in range(2):
            with self.assertRaisesRegex(etcd.EtcdAway, "cannot be reached"):
                client.get("a")
        self.etcd.start()
        self.assertEqual(client.get("a").value, b"x")

    def test_the_next_server_of_a_cluster(self):
        dead = f"127.0.0.1:{etcd_server.free_port()}"
        client = etcd.Etcd(f"etcd://{dead},{self.etcd.address}/other")
        client.put("a", b"x")
        self.assertEqual(client.get("a").value, b"x")
        client.close()
