"""Talks to a server's WebSockets through websockets, which checks every frame; prints what came.

Arguments: what to do, the name of one of the functions; the server's port.
"""

import asyncio
import logging
import signal
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

# Nothing here may outlive the test that started it.
signal.alarm(100)
port = int(sys.argv[2])


def connection(path, **options):
    return connect(f"ws://127.0.0.1:{port}{path}", proxy=None, open_timeout=100, close_timeout=100, **options)


def shown(message):
    return repr(message) if len(message) < 100 else f"{type(message).__name__} of {len(message)}"


async def end(socket):
    """What the server closes with; there must be nothing more before."""
    try:
        return "message " + shown(await socket.recv())
    except ConnectionClosed as closed:
        return f"{closed.rcvd.code} {closed.rcvd.reason!r}" if closed.rcvd else "no close frame"


async def echo():
    """Messages of all kinds; a client asks for compression, which the server need not grant."""
    async with connection("/echo") as socket:
        print("extensions", socket.response.headers.get("Sec-WebSocket-Extensions"))
        for message in ["tea", "", "Grüße, 世界 🫖", b"\x00\xff", b"", "a" * 125, "b" * 126, b"c" * 65535, "d" * 65536]:
            await socket.send(message)
            answer = await socket.recv()
            print(shown(answer), answer == message)


async def fragments():
    """Messages in several frames, one of them with a ping in between."""

    async def pieces(socket):
        yield "Earl "
        await (await socket.ping(b"between"))
        yield "Grey"

    async with connection("/echo") as socket:
        await socket.send(["one ", "two ", "", "three"])
        print(shown(await socket.recv()))
        await socket.send([b"\x01", b"\x02"])
        print(shown(await socket.recv()))
        await socket.send(pieces(socket))
        print(shown(await socket.recv()))


async def pings():
    """Pings in both directions."""
    frames = []

    class Recorder(logging.Handler):
        def emit(self, record):
            if "PING" in (text := record.getMessage()) or "PONG" in text:
                frames.append(text)

    logger = logging.getLogger("frames")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(Recorder())
    logger.propagate = False
    async with connection("/pinging", logger=logger, ping_interval=None) as socket:
        print(shown(await socket.recv()))
        await (await socket.ping(b"still there?"))
        await socket.send("go on")
        print(await end(socket))
    print(*frames, sep="\n")


async def codes():
    """The codes that both sides close with; what the server saw it tells the next that asks."""
    for path in ["/returning", "/throwing", "/closing"]:
        async with connection(path) as socket:
            print(path, await end(socket))
    for code, reason in [(1000, ""), (1001, "leaving"), (4001, "tea is cold")]:
        async with connection("/echo") as socket:
            await socket.close(code, reason)
            print(code, await end(socket))


async def large():
    """A message as large as the server takes by default, nearly, and one that is too large."""
    # Not with `async with`: to close a connection that was cut off within a message is too much for asyncio now and then.
    socket = await connection("/echo", max_size=None, compression=None)
    message = "t" * 1_000_000
    await socket.send(message)
    print(await socket.recv() == message)
    # The server ends it all before it has read everything.
    try:
        await socket.send(b"t" * 20_000_000)
    except ConnectionClosed:
        pass
    print(await end(socket))


async def protocols():
    """What is agreed on of what is offered."""
    for offered in [["mail", "chat"], ["mail"], None]:
        async with connection("/chat", subprotocols=offered) as socket:
            print(offered, socket.subprotocol, await end(socket))


async def many():
    """Fifty connections, all of them open at the same time."""
    sockets = await asyncio.gather(*(connection("/echo") for _ in range(50)))

    async def ask(number, socket):
        for turn in range(20):
            await socket.send(f"{number}:{turn}")
            assert await socket.recv() == f"{number}:{turn}"
        return number

    print(sum(await asyncio.gather(*(ask(*pair) for pair in enumerate(sockets)))))
    await asyncio.gather(*(socket.close() for socket in sockets))
    print({socket.close_code for socket in sockets})


async def nowhere():
    """A path where no WebSocket is."""
    try:
        async with connection("/plain") as socket:
            print(await end(socket))
    except InvalidStatus as error:
        print(error.response.status_code, error.response.body.decode())


functions = [echo, fragments, pings, codes, large, protocols, many, nowhere]
asyncio.run({function.__name__: function for function in functions}[sys.argv[1]]())
