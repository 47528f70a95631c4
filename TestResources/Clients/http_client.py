"""Asks a server with what Python itself comes with, http.client; prints what came.

Arguments: what to do, the name of one of the functions; the server's port.
"""

import http.client
import signal
import sys

# Nothing here may outlive the test that started it.
signal.alarm(100)
port = int(sys.argv[2])


def connected():
    return http.client.HTTPConnection("127.0.0.1", port, timeout=100)


def keep():
    """Several requests, which must all go over the socket of the first."""
    connection = connected()
    sockets = set()
    for method, path, body in [("GET", "/a", None), ("HEAD", "/b", None), ("POST", "/c", b"tea"), ("GET", "/d", None)]:
        connection.request(method, path, body)
        sockets.add(connection.sock)
        response = connection.getresponse()
        print(response.status, response.getheader("Content-Length"), response.read().decode(), sep="|")
    print(len(sockets), "socket")


def close():
    """A request that is the last; http.client notices, and connects anew for the next."""
    connection = connected()
    connection.request("GET", "/a", headers={"Connection": "close"})
    response = connection.getresponse()
    print(response.getheader("Connection"), response.read().decode(), connection.sock)
    connection.request("GET", "/b")
    print(connection.getresponse().read().decode())


def chunks():
    """A body whose length nobody knows before it has been sent."""
    connection = connected()
    pieces = (b"%d," % number for number in range(1000))
    connection.request("POST", "/chunks", pieces, {"Transfer-Encoding": "chunked"}, encode_chunked=True)
    print(connection.getresponse().read().decode())


def pieces():
    """A body that the server goes on with only when it is told that the piece before has come."""
    reader, other = connected(), connected()
    reader.request("GET", "/pieces")
    response = reader.getresponse()
    print(response.getheader("Transfer-Encoding"))
    for _ in range(3):
        print(response.read1().decode())
        other.request("POST", "/go")
        other.getresponse().read()
    print(response.read())


{function.__name__: function for function in [keep, close, chunks, pieces]}[sys.argv[1]]()
