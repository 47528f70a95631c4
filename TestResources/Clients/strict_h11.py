"""Asks a server through h11, a state machine that refuses whatever breaks HTTP/1.1; prints what came.

Arguments: what to do, the name of one of the functions; the server's port. Each line has method and target, status and
reason, the fields that frame the body, the body, the fields behind it, and what became of the connection.
"""

import signal
import socket
import sys

import h11

# Nothing here may outlive the test that started it.
signal.alarm(100)
port = int(sys.argv[2])
FRAMING = [b"content-length", b"transfer-encoding", b"connection"]


class Client:
    """One connection, of which every byte goes through the state machine."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", port), 100)
        self.machine = h11.Connection(h11.CLIENT)

    def send(self, event):
        self.socket.sendall(self.machine.send(event))

    def next(self):
        while (event := self.machine.next_event()) is h11.NEED_DATA:
            self.machine.receive_data(self.socket.recv(65536))
        return event

    def ask(self, method, target, *fields, body=None):
        """Sends a request, in chunks if its fields say so."""
        self.request = f"{method} {target}"
        self.send(h11.Request(method=method, target=target, headers=[("Host", "a"), *fields]))
        if body is not None:
            for piece in body:
                self.send(h11.Data(data=piece))
        self.send(h11.EndOfMessage())
        self.read()

    def ask_raw(self, request, data):
        """Sends bytes that h11 itself would not; it takes them for a GET."""
        self.request = request
        self.machine.send(h11.Request(method="GET", target="/", headers=[("Host", "a")]))
        self.machine.send(h11.EndOfMessage())
        self.socket.sendall(data)
        self.read()

    def read(self):
        """Reads a response whole, prints it, and gets ready for the next."""
        interim = []
        while isinstance(event := self.next(), h11.InformationalResponse):
            interim.append(str(event.status_code))
        body, response = b"", event
        while isinstance(event := self.next(), h11.Data):
            body += event.data
        assert isinstance(event, h11.EndOfMessage), event
        fields = [b": ".join(field).decode() for field in response.headers if field[0] in FRAMING]
        trailers = [b": ".join(field).decode() for field in event.headers]
        status = f"{response.status_code} {response.reason.decode()}"
        text = repr(body.decode())
        if len(body) > 100:
            # h11 has seen to the length, which no test can tell where texts have places of the sources in them.
            fields = [field.replace(str(len(body)), "right") for field in fields]
            text = repr(body[:26].decode()) + "…"
        parts = [*interim, status, *fields, text, *trailers, self.end()]
        print(f"{self.request}: " + " | ".join(parts))

    def end(self):
        assert self.machine.trailing_data[0] == b"", self.machine.trailing_data
        if self.machine.their_state is h11.DONE:
            self.machine.start_next_cycle()
            return "open"
        assert self.machine.their_state is h11.MUST_CLOSE, self.machine.their_state
        assert self.socket.recv(1) == b"", "something comes behind the last response"
        return "closed"


def kept():
    """Every kind of response over one connection, where a byte too many or too few spoils the next."""
    client = Client()
    for target in ["/fixed", "/empty", "/stream", "/trailers", "/none", "/same", "/reset", "/missing", "/broken"]:
        client.ask("GET", target)
    client.ask("GET", "/large")
    for target in ["/fixed", "/stream", "/trailers"]:
        client.ask("HEAD", target)
    client.ask("POST", "/echo", ("Content-Length", "3"), body=[b"tea"])
    client.ask("POST", "/echo", ("Content-Length", "0"))
    client.ask("PUT", "/echo", ("Transfer-Encoding", "chunked"), body=[b"Earl", b" ", b"Grey"])
    client.ask("PUT", "/echo", ("Transfer-Encoding", "chunked"), body=[])
    client.ask("GET", "/fixed")


def waits():
    """A body that is held back until the server asks for it."""
    for fields in [("Content-Length", "3"), ("Transfer-Encoding", "chunked")]:
        client = Client()
        client.request = "PUT /echo"
        headers = [("Host", "a"), ("Expect", "100-continue"), fields]
        client.send(h11.Request(method="PUT", target="/echo", headers=headers))
        interim = client.next()
        print(type(interim).__name__, interim.status_code, client.machine.they_are_waiting_for_100_continue)
        client.send(h11.Data(data=b"tea"))
        client.send(h11.EndOfMessage())
        client.read()
        client.ask("GET", "/fixed")


def closed():
    """Responses behind which nothing comes."""
    for target in ["/fixed", "/stream", "/trailers", "/none"]:
        Client().ask("GET", target, ("Connection", "close"))
    Client().ask("HEAD", "/fixed", ("Connection", "close"))
    Client().ask("GET", "/last")


def refused():
    """What the server does not take, from a server with small limits."""
    Client().ask_raw("no Host", b"GET / HTTP/1.1\r\n\r\n")
    Client().ask_raw("two lengths", b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
    Client().ask_raw("bare LF", b"GET / HTTP/1.1\nHost: a\n\n")
    Client().ask_raw("bad chunk", b"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno\r\n")
    Client().ask_raw("version 2", b"GET / HTTP/2.0\r\nHost: a\r\n\r\n")
    Client().ask_raw("too slow", b"GET / HTTP/1.1\r\nHost:")
    Client().ask_raw("large body", b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n" + 5000 * b"a")
    Client().ask_raw("long line", b"GET /" + 3000 * b"a")
    Client().ask_raw("large head", b"GET / HTTP/1.1\r\nHost: a\r\nX-Large: " + 3000 * b"a")
    Client().ask_raw("expectation", b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: tea\r\n\r\n")


{function.__name__: function for function in [kept, waits, closed, refused]}[sys.argv[1]]()
