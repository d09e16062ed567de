#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Clients that attack tdtop --listen: 100 that send nothing, 100 that take nothing, some that send a byte now and then,
# malformed requests, requests of other protocols, headers without end, 1,000 that come and go, 10,000 requests without a
# pause. Meanwhile a scrape works, counters go on, memory stays bounded, and files and sockets are not used up. All waits
# are for something that happens.
#
# usage: check-listen.sh [OPTION...]     of tdtop: what it counts (--demo)
# LISTEN_REQUESTS (10000), LISTEN_ROUNDS of malformed requests (2000), LISTEN_SEED (22)

[ $# -gt 0 ] || set -- --demo
command -v python3 >/dev/null || {
	echo "skipped: python3 is not installed"
	exit 77
}
exec python3 - "$TDTOP" "$@" <<'END'
import os, random, re, select, signal, socket, subprocess, sys, time

REQUESTS = int(os.environ.get("LISTEN_REQUESTS", 10000))
ROUNDS = int(os.environ.get("LISTEN_ROUNDS", 2000))
rng = random.Random(int(os.environ.get("LISTEN_SEED", 22)))
INTERVAL = 0.2		# -d
CONNECTIONS, MEMORY = 100, 16384	# as in ui/openmetrics/http.h
SANITIZED = re.search(rb"__[at]san_init", open(sys.argv[1], "rb").read()) is not None
WAIT = 600		# seconds until something counts as hanging
ASK = b"GET /metrics HTTP/1.1\r\nHost: a\r\n"
failed = False

def say(good, text):
    global failed
    failed = failed or not good
    print(("ok " if good else "not ok ") + text, flush=True)

tdtop = subprocess.Popen(sys.argv[1:] + ["--headless", "-d", str(INTERVAL), "--listen", "127.0.0.1:0"],
                         stderr=subprocess.PIPE)
first = b""
while b"listening on" not in first:
    first = tdtop.stderr.readline()
    if b"without libmicrohttpd" in first:
        print("skipped: " + first.decode())
        sys.exit(77)
    if not first:
        sys.exit("not ok tdtop does not listen")
port = int(re.search(rb"http://127\.0\.0\.1:(\d+)/metrics", first).group(1))

def connect():
    client = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
    return client

def scrape():
    with connect() as client:
        client.sendall(ASK + b"Connection: close\r\n\r\n")
        reply = b""
        while True:
            more = client.recv(65536)
            if not more:
                break
            reply += more
    assert reply.startswith(b"HTTP/1.1 200 OK\r\n"), reply[:200]
    return reply

def value(name):
    return float(re.search(rb"^" + name + rb" (\S+)$", scrape(), re.M).group(1))

def status(name):
    with open(f"/proc/{tdtop.pid}/status") as file:
        return int(re.search(name + r":\s+(\d+)", file.read()).group(1))

def descriptors():
    return len(os.listdir(f"/proc/{tdtop.pid}/fd"))

def cpu():
    with open(f"/proc/{tdtop.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

def waited():
    """Seconds in which the thread that counts could run, and had no CPU."""
    tasks = f"/proc/{tdtop.pid}/task"
    for task in os.listdir(tasks):
        with open(f"{tasks}/{task}/comm") as comm, open(f"{tasks}/{task}/schedstat") as schedstat:
            if comm.read() == "tdtop-collect\n":
                return int(schedstat.read().split()[1]) / 1e9
    raise AssertionError("no thread counts")

def wait_intervals(n):
    until = value(b"tdtop_intervals_total") + n
    give_up = time.monotonic() + WAIT
    while value(b"tdtop_intervals_total") < until:
        if time.monotonic() > give_up:
            return False
    return True

def attack(what, function):
    """Counters go on while it goes on, and a scrape works before its sockets are closed."""
    before, begin, used = value(b"tdtop_intervals_total"), time.monotonic(), cpu()
    sockets = function()
    seconds = time.monotonic() - begin
    good = wait_intervals(3)
    say(good, "%s: %.1f s (CPU %.1f s), %d intervals, %d kB, %d descriptors" % (
        what, seconds, cpu() - used, value(b"tdtop_intervals_total") - before, status("VmRSS"), descriptors()))
    for client in sockets:
        client.close()

def send(client, data):
    """False: the server has ended the connection, as it may."""
    try:
        client.sendall(data)
        return True
    except OSError:
        return False

def silent():
    return [connect() for _ in range(100)]

def takes_nothing():
    clients = []
    for _ in range(100):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        client.connect(("127.0.0.1", port))
        send(client, (ASK + b"\r\n") * 40)
        clients.append(client)
    return clients

def drips():
    clients = [connect() for _ in range(50)]
    for byte in ASK + b"X-Slow: ":
        for client in clients:
            send(client, bytes([byte]))
    return clients

def oversized():
    clients = []
    for start in (b"GET /" + b"a" * 70000, ASK + b"Cookie: " + b"a" * 70000, ASK + b"A: b\r\n" * 12000,
                  b"\r\n" * 35000, b"\0" * 70000):
        for _ in range(20):
            clients.append(connect())
            send(clients[-1], start)
    return clients

WORDS = [ASK, b"\r\n", b"\r\n\r\n", b"\n", b"\r", b"\0", b"GET ", b"HEAD / HTTP/1.0\r\n", b"POST / HTTP/1.1\r\n",
         b"Content-Length: ", b"-1", b"99999999999999999999", b"Transfer-Encoding: chunked\r\n", b"ffffffffffffffff\r\n",
         b"0\r\n\r\n", b"Expect: 100-continue\r\n", b"Accept: ", b"application/openmetrics-text;q=", b"*/*;q=0.",
         b"%", b"%zz", b"?", b"&", b"=", b":", b" ", b"\t", b"\xff\xfe", b"HTTP/9.9\r\n", b"\x16\x03\x01", b"Connection: "]

def malformed():
    for _ in range(ROUNDS):
        data = bytearray(b"".join(rng.choice(WORDS) for _ in range(rng.randint(1, 14))))
        for _ in range(rng.randint(0, 3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        with connect() as client:
            cut = rng.randint(0, len(data))
            if send(client, data[:cut]) and send(client, data[cut:]) and rng.random() < 0.3:
                try:
                    client.shutdown(socket.SHUT_WR)
                    client.settimeout(0)
                    client.recv(65536)
                except OSError:
                    pass	# nothing has come, or the server has ended the connection
    return []

NULS = b"GET /metrics HTTP/1.1\r\nHost: a\r\nAccept: application/openmetrics-text\0;q=0\r\nX: \0\r\n"
ODD = [	# what is asked, and the states that are an answer to it
    (b"GET /metrics\r\n\r\n", b"400"),
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"505"),
    (b"CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nConnection: close\r\n\r\n", b"404"),
    (b"OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"404"),
    (b"GET http://example.com/metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"200"),
    (b"GET /met\0rics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"404 400"),
    (NULS + b"Connection: close\r\n\r\n", b"200 400"),
    (ASK + b"Content-Length: -1\r\n\r\n", b"400"),
    (ASK + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", b"200 400 413"),
    (ASK + b"Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n", b"200"),
    (ASK + b"Accept-Encoding: gzip\r\nConnection: close\r\n\r\n", b"200"),
    (ASK + b"Accept: " + b"text/plain;q=0.1," * 600 + b"*/*;q=x\r\nConnection: close\r\n\r\n", b"200"),
    (ASK + b"Accept: " + b'"' * 10000 + b"\r\nConnection: close\r\n\r\n", b"200"),
]

def odd():
    """Each gets an answer in a state that fits, and the end of the connection, which the client waits for."""
    for data, states in ODD:
        reply = b""
        with connect() as client:
            send(client, data)
            while more := client.recv(65536):
                reply += more
        good = reply.startswith(b"HTTP/1.1 ") and reply[9:12] in states.split() and b"Content-Encoding" not in reply
        if not good:
            say(False, "%.60r gets %.60r" % (data, reply))
    return []

def come_and_go():
    """One after another: faster than they are taken, the kernel lets them wait for a second."""
    for _ in range(1000):
        with connect() as client:
            client.shutdown(socket.SHUT_WR)
            client.recv(1)
    return []

def hammers():
    """Each connection has a few requests on their way; the answers are counted, not looked at."""
    clients = [connect() for _ in range(20)]
    poller, left, begin = select.poll(), {}, time.monotonic()
    for client in clients:
        poller.register(client, select.POLLIN)
        left[client.fileno()] = [client, REQUESTS // len(clients), b""]
        send(client, (ASK + b"\r\n"))
    served = 0
    while left:
        for fd, _ in poller.poll():
            client, rest, seen = left[fd]
            seen += client.recv(1 << 20)
            length = re.search(rb"\r\nContent-Length: (\d+)\r\n", seen)
            end = seen.find(b"\r\n\r\n")
            if not length or end < 0 or len(seen) < end + 4 + int(length.group(1)):
                left[fd][2] = seen
                continue
            served += 1
            left[fd] = [client, rest - 1, seen[end + 4 + int(length.group(1)):]]
            if rest > 1:
                send(client, ASK + b"\r\n")
            else:
                poller.unregister(client)
                del left[fd]
    seconds = time.monotonic() - begin
    say(served >= REQUESTS - len(clients), "%d scrapes, %.0f a second" % (served, served / seconds))
    return clients

try:
    wait_intervals(3)
    rss, fds, page = status("VmRSS"), descriptors(), len(scrape())
    print("a page: %d bytes, %d kB, %d descriptors" % (page, rss, fds))
    for function in (silent, takes_nothing, drips, oversized, malformed, odd, come_and_go, hammers):
        attack(function.__name__.replace("_", " "), function)
    bound = (CONNECTIONS * (MEMORY + page) >> 10) + 8192
    more = status("VmHWM") - rss
    if SANITIZED:   # which keeps what was freed
        print("memory: %d kB more at most" % more)
    else:
        say(more < bound, "memory: %d kB more at most, allowed are %d" % (more, bound))
    give_up = time.monotonic() + WAIT
    while descriptors() > fds + 2 and time.monotonic() < give_up:
        pass
    say(descriptors() <= fds + 2, "descriptors: %d, before %d" % (descriptors(), fds))
    n, seconds, no_cpu = value(b"tdtop_intervals_total"), value(b"tdtop_counted_seconds_total"), waited()
    say(seconds - no_cpu < 3 * INTERVAL * n, "an interval of %.1f s was one of %.3f s, of which other programs had its "
        "CPU %.3f s" % (INTERVAL, seconds / n, no_cpu / n))
    tdtop.send_signal(signal.SIGTERM)
    say(tdtop.wait(WAIT) in (0, 128 + signal.SIGTERM, -signal.SIGTERM), "tdtop ends: %s" % tdtop.returncode)
finally:
    if tdtop.poll() is None:
        tdtop.kill()
sys.exit(failed)
END
