# SPDX-License-Identifier: MIT
"""A whole installation on the loopback of this machine, for tests and for `make cluster`: PostgreSQL,
NATS, nodes (rookery serve), engine workers (rookery think) and a balancer (HAProxy), from Debian's
packages, on ports that they choose, with all files in one folder.

    with Cluster("build/rookery", nodes=3) as cluster:
        cluster.kill(0)                      # SIGKILL a node
        cluster.start_node(0)
        cluster.pause(1); cluster.resume(1)  # SIGSTOP, SIGCONT
        cluster.stop_postgres("immediate")   # as kill -9 of all its processes
        cluster.start_postgres()
        cluster.nats.kill()
        cluster.nats.start()
        cluster.cut(2, "nats")               # needs lines=True: node 2 hears nothing of NATS any more
        cluster.heal(2)
        cluster.wait_ready()

Nodes, workers, NATS and the balancer keep their ports and their files when they are started again.
"""
import contextlib
import json
import os
import random
import re
import selectors
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import postgres

PATIENCE = 60  # seconds, for what takes a few on an idle machine
LOG_TAIL = 20  # lines that are shown of a program that has failed


class ClusterError(Exception):
    pass


def find_program(name):
    """The path of an installed program, also one that is only for administrators; None if there is none."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")


def missing_programs(balancer=True):
    """The names of what a cluster needs and is not installed."""
    wanted = ["nats-server"] + (["haproxy"] if balancer else [])
    return [name for name in wanted if not find_program(name)] + ([] if postgres.find_programs() else ["postgresql"])


def free_port():
    """A free port that the kernel gives to nobody: while a server is down, a client must not get it."""
    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    for port in random.sample(range(lowest // 2, lowest), 100):
        with socket.socket() as candidate, contextlib.suppress(OSError):
            candidate.bind(("127.0.0.1", port))
            return port
    raise ClusterError("there is no free port")


def wait_until(condition, about, patience=PATIENCE, pause=0.02):
    """Waits for a true value and returns it. `about` is a text, or a function that makes one; `pause` are the
    seconds between two looks."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise ClusterError(f"timeout: {about() if callable(about) else about}")
        time.sleep(pause)


def get(url, timeout=5):
    """The status and the text of a page; status 0: nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=timeout) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()
    except OSError:
        return 0, ""


# ---- processes ---------------------------------------------------------------------------------

class Service:
    """A program that can be started, stopped, killed and paused, again and again. Its output is
    appended to FOLDER/NAME.log."""

    def __init__(self, name, folder, command):
        self.name, self.command = name, [str(word) for word in command]
        self.log_path = Path(folder) / f"{name}.log"
        self.process = None

    def start(self, wait=True):
        assert not self.is_running(), f"{self.name} is running"
        with open(self.log_path, "a", encoding="utf-8") as log:
            # A process session of its own: Ctrl-C goes to the program that started the cluster, which stops this.
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True)
        if wait:
            self.wait_ready()

    def wait_ready(self):
        wait_until(self.check_ready, lambda: f"{self.name} is not ready\n{self.log_tail()}")

    def check_ready(self):
        if not self.is_running():
            raise ClusterError(f"{self.name} has ended\n{self.log_tail()}")
        return self.is_ready()

    def is_ready(self):
        return True

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def send(self, number):
        if self.is_running():
            self.process.send_signal(number)

    def pause(self):
        self.send(signal.SIGSTOP)

    def resume(self):
        self.send(signal.SIGCONT)

    def stop(self):
        """Lets it end by itself, and returns its exit status."""
        return self.end(signal.SIGTERM)

    def kill(self, number=signal.SIGKILL):
        return self.end(number)

    def end(self, number):
        if self.process is None:
            return None
        self.send(number)
        if number != signal.SIGKILL:
            self.resume()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise ClusterError(f"{self.name} does not end\n{self.log_tail()}") from None

    def log(self):
        return self.log_path.read_text(encoding="utf-8", errors="replace") if self.log_path.exists() else ""

    def log_tail(self):
        return "\n".join(self.log().splitlines()[-LOG_TAIL:])


class Nats(Service):
    """With one core, as docs/cluster.md advises for a NATS that shares a machine."""

    def __init__(self, folder, name="nats", options=()):
        self.port = free_port()
        super().__init__(name, folder, ["env", "GOMAXPROCS=1", find_program("nats-server"),
                                        "-a", "127.0.0.1", "-p", self.port, *options])

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def is_ready(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                return connection.recv(4) == b"INFO"
        except OSError:
            return False


class Node(Service):
    """A server. Its data folder keeps what is not in the database."""

    def __init__(self, name, folder, binary, options):
        self.port = free_port()
        self.data = Path(folder) / name
        super().__init__(name, folder, [binary, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data,
                                        *options])

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def is_ready(self):
        return get(f"{self.url}/readyz")[0] == 200

    def readiness(self):
        """What /readyz says, as a dictionary; None if the node does not answer."""
        status, text = get(f"{self.url}/readyz")
        return json.loads(text) if status else None

    def metric(self, name):
        """The value of a metric, such as rookery_connections{kind="all"}; None if it has none."""
        found = re.search(rf"^{re.escape(name)} (\S+)$", get(f"{self.url}/metrics")[1], re.M)
        return found and float(found[1])


class Worker(Service):
    def is_ready(self):
        return "bus: connected" in self.log()


HAPROXY = """\
global
    maxconn 2000

defaults
    mode http
    option forwardfor
    option redispatch
    retries 2
    timeout connect 2s
    timeout client 2m
    timeout server 2m
    timeout tunnel 1h

frontend players
    bind 127.0.0.1:{port}
    default_backend nodes

backend nodes
    balance {balance}
    option httpchk
    http-check send meth GET uri /readyz hdr Host balancer
    http-check expect status 200 error-status L7OKC
    http-check disable-on-404
    timeout check 2s
    default-server check inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


class Balancer(Service):
    """HAProxy in front of the nodes. All clients on loopback have one address, so by default requests
    take turns; "source" keeps an address at one node, as dist/cluster/haproxy.cfg does."""

    def __init__(self, folder, balance):
        self.port, self.balance = free_port(), balance
        self.config = Path(folder) / "haproxy.cfg"
        super().__init__("haproxy", folder, [find_program("haproxy"), "-W", "-f", self.config])

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def configure(self, nodes):
        servers = "\n".join(f"    server {node.name} 127.0.0.1:{node.port}" for node in nodes)
        self.config.write_text(HAPROXY.format(port=self.port, balance=self.balance, servers=servers))

    def is_ready(self):
        return get(f"{self.url}/healthz")[0] == 200


# ---- lines that can be cut -----------------------------------------------------------------------

class Line:
    """Forwards TCP connections. While it is cut, connections stay open and nothing passes, as when a
    cable is pulled; `reset` closes them instead. It needs no rights, but some processor time."""

    CHUNK = 64 * 1024

    def __init__(self, target_port):
        self.target = ("127.0.0.1", target_port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.is_cut = self.closing = False
        self.wake_out, self.wake_in = socket.socketpair()
        self.peers = {}    # each end of a connection, and the other one
        self.pending = {}  # what is to be sent to that end
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.selector.register(self.wake_in, selectors.EVENT_READ)
        self.commands = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def tell(self, command):
        """Lets the thread do it, and waits until it is done."""
        done = threading.Event()
        self.commands.append((command, done))
        self.wake_out.send(b"x")
        done.wait(PATIENCE)

    def cut(self):
        self.is_cut = True
        self.tell(self.update_all)

    def heal(self):
        self.is_cut = False
        self.tell(self.update_all)

    def reset(self):
        """Closes all connections; new ones are accepted unless the line is cut."""
        self.tell(lambda: [self.drop(end) for end in list(self.peers)])

    def close(self):
        self.closing = True
        self.tell(lambda: None)
        self.thread.join()
        for end in [*self.peers, self.listener, self.wake_in, self.wake_out]:
            end.close()
        self.selector.close()

    def run(self):
        while not self.closing:
            for key, events in self.selector.select():
                if key.fileobj is self.wake_in:
                    self.wake_in.recv(1024)
                elif key.fileobj is self.listener:
                    self.accept()
                elif key.fileobj in self.peers:
                    self.handle(key.fileobj, events)
            while self.commands:
                command, done = self.commands.pop(0)
                command()
                done.set()

    def accept(self):
        end, _ = self.listener.accept()
        try:
            other = socket.create_connection(self.target, timeout=5)
        except OSError:
            end.close()
            return
        for one, peer in ((end, other), (other, end)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            one.setblocking(False)
            self.peers[one], self.pending[one] = peer, b""
            self.selector.register(one, selectors.EVENT_READ)
        self.update(end)
        self.update(other)

    def update_all(self):
        for end in self.peers:
            self.update(end)

    def update(self, end):
        """Watches an end for what can be done with it: a cut line neither reads nor writes."""
        events = 0
        if not self.is_cut and not self.pending[self.peers[end]]:
            events |= selectors.EVENT_READ
        if not self.is_cut and self.pending[end]:
            events |= selectors.EVENT_WRITE
        registered = end in self.selector.get_map()
        if events and registered:
            self.selector.modify(end, events)
        elif events:
            self.selector.register(end, events)
        elif registered:
            self.selector.unregister(end)

    def handle(self, end, events):
        try:
            if events & selectors.EVENT_WRITE:
                self.pending[end] = self.pending[end][end.send(self.pending[end]):]
            if events & selectors.EVENT_READ:
                data = end.recv(self.CHUNK)
                if not data:
                    self.drop(end)
                    return
                self.pending[self.peers[end]] += data
        except BlockingIOError:
            pass
        except OSError:
            self.drop(end)
            return
        self.update(end)
        self.update(self.peers[end])

    def drop(self, end):
        other = self.peers.get(end)
        for one in (end, other):
            if one in self.peers:
                if one in self.selector.get_map():
                    self.selector.unregister(one)
                del self.peers[one], self.pending[one]
                one.close()


# ---- PostgreSQL ----------------------------------------------------------------------------------

class Postgres(postgres.Cluster):
    """PostgreSQL on a port of its own, which it keeps."""

    def __init__(self, **settings):
        self.port = free_port()
        super().__init__(listen_addresses="127.0.0.1", port=self.port, **settings)

    def pids(self):
        """The server process and all that it has started."""
        first = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        parents = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                text = stat.read_text()
            except OSError:
                continue
            parents[int(stat.parent.name)] = int(text.rsplit(")", 1)[1].split()[1])
        return [first] + [pid for pid, parent in parents.items() if parent == first]

    def signal_all(self, number):
        for pid in self.pids():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def pause(self):
        self.signal_all(signal.SIGSTOP)

    def resume(self):
        self.signal_all(signal.SIGCONT)


# ---- the cluster ---------------------------------------------------------------------------------

class Cluster:
    def __init__(self, binary, nodes=3, workers=0, balancer=True, balance="roundrobin", folder=None, lines=False,
                 options=(), postgres_settings=None):
        """`options` are for each node; `lines` lets cut() separate nodes from PostgreSQL and NATS; a
        given folder stays when the cluster ends."""
        missing = missing_programs(balancer)
        if missing:
            raise ClusterError(f"not installed: {', '.join(missing)}: run tools/setup cluster")
        self.binary = Path(binary).resolve()
        self.counts, self.options = (nodes, workers), options
        self.keeps_folder = folder is not None
        self.folder = Path(folder) if folder else None
        self.wants_balancer, self.balance, self.wants_lines = balancer, balance, lines
        self.postgres = Postgres(**(postgres_settings or {}))
        self.nats = self.balancer = None
        self.nodes, self.workers = [], []
        self.lines = {}  # (number of the node, "postgres" or "nats"): Line
        self.has_postgres = False

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
        else:
            self.folder = Path(tempfile.mkdtemp(prefix="rookery-cluster-"))
        self.nats = Nats(self.folder)
        self.nats.start()
        self.postgres.__enter__()
        self.has_postgres = True
        self.postgres.run("createdb", "-h", self.postgres.folder, "-p", self.postgres.port, "-U", "rookery", "rookery")
        if self.wants_balancer:
            self.balancer = Balancer(self.folder, self.balance)
        nodes, workers = self.counts
        for _ in range(nodes):
            self.add_node(start=False)
        self.nodes[0].start()  # it makes the tables
        for node in self.nodes[1:]:
            node.start(wait=False)
        self.wait_ready()
        if self.balancer:
            self.balancer.configure(self.nodes)
            self.balancer.start()
        for _ in range(workers):
            self.start_worker()

    def close(self):
        """Ends everything, the last started first."""
        services = [*self.workers, self.balancer, *self.nodes]
        for service in services:
            if service and service.is_running():
                service.send(signal.SIGTERM)
                service.resume()
        for service in [*services, self.nats]:
            if service and service.is_running():
                service.end(signal.SIGTERM)
        for line in self.lines.values():
            line.close()
        self.lines = {}
        if self.has_postgres:
            self.postgres.__exit__()
            self.has_postgres = False
        if self.folder and not self.keeps_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    # -- nodes --

    def store_url(self, port=None):
        return f"postgresql://rookery@127.0.0.1:{port or self.postgres.port}/rookery"

    def supports(self, option):
        done = subprocess.run([self.binary, "serve", "--help"], capture_output=True, text=True, timeout=PATIENCE)
        return option in done.stdout.split()

    def add_node(self, start=True, options=()):
        """One more node. The balancer does not know it until Balancer.configure() and a restart."""
        number = len(self.nodes)
        name = f"node{number}"
        store_port, nats_port = self.postgres.port, self.nats.port
        if self.wants_lines:
            self.lines[number, "postgres"] = Line(store_port)
            self.lines[number, "nats"] = Line(nats_port)
            store_port, nats_port = self.lines[number, "postgres"].port, self.lines[number, "nats"].port
        arguments = ["--store", self.store_url(store_port), "--bus", f"nats://127.0.0.1:{nats_port}",
                     "--trust-proxy", "yes", *self.options, *options]
        if self.balancer:
            arguments += ["--public-url", self.balancer.url]
        if self.supports("--node"):
            arguments += ["--node", name]
        node = Node(name, self.folder, self.binary, arguments)
        self.nodes.append(node)
        if start:
            node.start()
        return node

    def start_node(self, number, wait=True):
        self.nodes[number].start(wait)

    def stop_node(self, number):
        """SIGTERM: it hands its games over and ends. Returns the exit status."""
        return self.nodes[number].stop()

    def kill(self, number, how=signal.SIGKILL):
        return self.nodes[number].kill(how)

    def pause(self, number):
        self.nodes[number].pause()

    def resume(self, number):
        self.nodes[number].resume()

    def wait_ready(self, number=None):
        """Waits until a node, or each one that runs, is ready."""
        for node in self.nodes if number is None else [self.nodes[number]]:
            if number is not None or node.is_running():
                node.wait_ready()

    def start_worker(self, threads=1):
        worker = Worker(f"worker{len(self.workers)}", self.folder,
                        [self.binary, "think", "--bus", self.nats.url, "--threads", threads])
        self.workers.append(worker)
        worker.start()
        return worker

    # -- PostgreSQL and NATS --

    def start_postgres(self):
        self.postgres.start()

    def stop_postgres(self, mode="fast"):
        """"fast" ends its connections and writes what is to be written; "immediate" does neither, as a
        crash."""
        self.postgres.stop(mode)

    def kill_postgres(self):
        self.postgres.signal_all(signal.SIGKILL)
        self.postgres.stop("immediate")

    def kill_nats(self):
        self.nats.kill()

    def start_nats(self):
        self.nats.start()

    def sql(self, statement):
        """The output of psql: a line a row, | between columns."""
        return self.postgres.execute(self.store_url(), statement)

    # -- partitions --

    def cut(self, number, *what):
        """Separates a node from "postgres", "nats", or both. Its connections stay open and are silent."""
        for name in what or ("postgres", "nats"):
            self.lines[number, name].cut()

    def heal(self, number, *what):
        for name in what or ("postgres", "nats"):
            self.lines[number, name].heal()

    # -- players --

    def admin(self, *arguments, **options):
        """rookery admin on the database, also while the nodes run."""
        done = subprocess.run([self.binary, "admin", "--store", self.store_url(), *arguments],
                              capture_output=True, text=True, timeout=PATIENCE, check=False, **options)
        if done.returncode:
            raise ClusterError(f"rookery admin {' '.join(arguments)}: exit status {done.returncode}: {done.stderr.strip()}")
        return done.stdout
