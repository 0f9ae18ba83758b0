# SPDX-License-Identifier: MIT
"""Queues in virtual time, and what queueing theory says about them. All times are in seconds."""
import math
from collections import Counter, deque
from heapq import heapify, heappop, heappush, heapreplace


class Simulation:
    """A clock that jumps from event to event."""

    def __init__(self):
        self.now = 0.0
        self.events, self.number = [], 0

    def at(self, time, function, *arguments):
        """Calls the function at that time; calls for the same time happen in the order of their making."""
        self.number += 1
        heappush(self.events, (time, self.number, function, arguments))

    def run(self, until):
        events = self.events
        while events and events[0][0] <= until:
            self.now, _, function, arguments = heappop(events)
            function(*arguments)
        self.now = until


class Station:
    """Serves jobs in the order of their arrival, with one server or several. Jobs must arrive in the order
    of time."""

    def __init__(self, servers=1):
        self.servers = servers
        self.free_at = [0.0] * servers  # a heap: when each server is done with what it has
        heapify(self.free_at)
        self.starts = deque()  # when those who wait will be served
        self.reset()

    def reset(self):
        """Forgets what was measured, not who waits."""
        self.jobs, self.work, self.waited = 0, 0.0, 0.0
        self.lengths = Counter()

    def serve(self, now, seconds):
        """Adds a job that arrives now; returns when it is done."""
        start = self.free_at[0]
        if start > now:
            self.starts.append(start)
            self.waited += start - now
        else:
            start = now
        self.jobs += 1
        self.work += seconds
        heapreplace(self.free_at, start + seconds)
        return start + seconds

    def length(self, now):
        """How many wait, not counting those that are being served."""
        starts = self.starts
        while starts and starts[0] <= now:
            starts.popleft()
        return len(starts)

    def sample(self, now):
        self.lengths[self.length(now)] += 1

    def utilisation(self, seconds):
        return self.work / seconds / self.servers


class Batcher:
    """Serves all that wait at once, and then all that have come meanwhile: a disk whose flushes carry
    whatever has been written before, or a connection that sends a group as one transaction. `serve(size)`
    starts a batch; whoever makes the batcher calls done() at its end."""

    def __init__(self, simulation, serve):
        self.simulation, self.serve = simulation, serve
        self.waiting, self.serving = [], None
        self.reset()

    def reset(self):
        self.batches, self.jobs, self.busy, self.waited = 0, 0, 0.0, 0.0
        self.started = self.simulation.now
        self.lengths = Counter()

    def join(self, member):
        """The members of a batch get its end by their function `member(time)`."""
        self.waiting.append((self.simulation.now, member))
        if self.serving is None:
            self.start()

    def start(self):
        now = self.simulation.now
        self.serving, self.waiting = self.waiting, []
        self.batches += 1
        self.jobs += len(self.serving)
        self.waited += sum(now - joined for joined, _ in self.serving)
        self.started = now
        self.serve(len(self.serving))

    def done(self):
        now = self.simulation.now
        served, self.serving = self.serving, None
        self.busy += now - self.started
        for _, member in served:
            member(now)
        if self.waiting and self.serving is None:
            self.start()

    def sample(self, _now):
        self.lengths[len(self.waiting)] += 1


# ---- what was measured ---------------------------------------------------------------------------

def mean_length(lengths):
    return sum(length * count for length, count in lengths.items()) / max(1, lengths.total())


def length_quantile(lengths, share):
    """The smallest length that is not exceeded in that share of the samples."""
    left = share * lengths.total()
    for length in sorted(lengths):
        left -= lengths[length]
        if left <= 0:
            return length
    return 0


def quantile(values, share):
    """Of a sorted list."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


# ---- theory --------------------------------------------------------------------------------------

def single_server_wait(rate, mean, square):
    """The mean wait of Poisson arrivals at one server (Pollaczek and Khinchine); `square` is the mean
    square of the service time."""
    load = rate * mean
    return rate * square / (2 * (1 - load)) if load < 1 else math.inf


def erlang_c(servers, load):
    """The probability that all servers are busy; `load` is in servers."""
    blocked = 1.0  # Erlang's B, by its recursion
    for count in range(1, servers + 1):
        blocked = load * blocked / (count + load * blocked)
    return blocked / (1 - load / servers * (1 - blocked)) if load < servers else 1.0


def many_servers_wait(servers, rate, mean, square):
    """The same for several servers: exact for exponential service times, and the usual correction for
    others (Allen and Cunneen)."""
    load = rate * mean
    if load >= servers:
        return math.inf
    exponential = erlang_c(servers, load) * mean / (servers - load)
    return exponential * square / (2 * mean * mean)


def batch_wait(rate, mean, square, missed):
    """(share of the time that it is busy, mean wait) of Poisson arrivals at a server that takes all that
    wait at once; `missed` is the mean of exp(-rate * service time), the chance that nobody comes during a
    service. Whoever comes during one waits for the rest of it."""
    busy = mean / (mean + missed / rate)
    return busy, busy * square / (2 * mean)
