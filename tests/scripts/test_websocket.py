#!/usr/bin/env python3
"""test_websocket.py ECHO_SERVER: RFC 6455 from the other side of a socket, with nothing but Python's standard library.

What a good peer may send must come back, and what breaks the rules must be answered with the close code of section 7.4. Reports as TAP.
"""

import resource
import socket
import struct
import sys
import time
import traceback

from websocket_peer import BINARY, CLOSE, KEY, PATIENCE_S, PING, PONG, TEXT, Peer, Server, frame, request

tests = []


def test(name):
    def add(function):
        tests.append((name, function))
        return function
    return add


def refused(server, data, status):
    peer = Peer(server.port, handshake=False)
    peer.send(data)
    answer = peer.read_until(b"\r\n\r\n").decode()
    assert answer.startswith(f"HTTP/1.1 {status} "), answer
    peer.close()
    return answer


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


# ---- the handshake ----

@test("the handshake proves that the key was understood")
def _(server):
    peer = Peer(server.port)
    assert "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in peer.answer, peer.answer
    assert "X-Content-Type-Options: nosniff\r\n" in peer.answer, peer.answer
    assert "Server:" not in peer.answer, peer.answer


@test("the server names the subprotocol to a client that offers it, among others too")
def _(server):
    for offer in ("tapete.1", "chat, tapete.1", "tapete.2,tapete.1,x"):
        peer = Peer(server.port, f"Sec-WebSocket-Protocol: {offer}\r\n")
        assert "Sec-WebSocket-Protocol: tapete.1\r\n" in peer.answer, peer.answer


@test("without the subprotocol a client is welcome, and is told none")
def _(server):
    for headers in ("", "Sec-WebSocket-Protocol: tapete.10, xtapete.1\r\n"):
        peer = Peer(server.port, headers)
        assert "Sec-WebSocket-Protocol" not in peer.answer, peer.answer
        peer.echo("welcome")


@test("no extension is agreed to")
def _(server):
    peer = Peer(server.port, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n")
    assert "Extensions" not in peer.answer, peer.answer
    peer.echo("plain")


@test("header names and tokens may be written in any case, among others")
def _(server):
    peer = Peer(server.port, handshake=False)
    peer.send(request(upgrade="h2c, WebSocket", connection="keep-alive, UPGRADE").replace(b"Upgrade:", b"upGRADE:"))
    assert peer.read_until(b"\r\n\r\n").startswith(b"HTTP/1.1 101 ")


@test("another version of the protocol is refused with 426 and the right one")
def _(server):
    for version in ("8", "12", "14", "13, 8", None):
        answer = refused(server, request(version=version), 426)
        assert "Sec-WebSocket-Version: 13\r\n" in answer, answer


@test("a bad key is refused with 400")
def _(server):
    for key in (None, "", "short", KEY[:-2], KEY + "=", "dGhlIHNhbXBsZSBub25jZ?==", "dGhlIHNhbXBsZSBub25jZQAA"):
        refused(server, request(key=key), 400)


@test("a handshake with POST is refused with 400")
def _(server):
    refused(server, request(method="POST"), 400)


@test("without Upgrade, or over HTTP/1.0, it is a request like any other")
def _(server):
    refused(server, request(upgrade=None), 200)
    refused(server, request(connection="close"), 200)
    refused(server, request(http="1.0"), 200)


@test("the status of the open handler is the answer")
def _(server):
    refused(server, request(path="/elsewhere"), 403)


@test("frames may come together with the handshake, and byte by byte")
def _(server):
    peer = Peer(server.port, handshake=False)
    for byte in request() + frame(TEXT, "early"):
        peer.send(bytes([byte]))
    peer.read_until(b"\r\n\r\n")
    peer.expect(TEXT, "early")


# ---- messages ----

@test("texts of all kinds of length come back")
def _(server):
    peer = Peer(server.port)
    for size in (0, 1, 2, 3, 124, 125, 126, 127, 128, 255, 256, 1000, 4095, 4096, 4097, 16383, 16384):
        peer.echo("x" * size)


@test("texts up to 16 bytes come back under many masks")
def _(server):
    peer = Peer(server.port)
    for number in range(64):
        mask = struct.pack("!I", number * 0x03f5a1c7 & 0xffffffff)
        text = "0123456789abcdef"[:number % 17]
        peer.send(frame(TEXT, text, mask=mask))
        peer.expect(TEXT, text)


@test("a mask of zeros is a mask")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "zero", mask=b"\0\0\0\0"))
    peer.expect(TEXT, "zero")


@test("many messages in one piece come back in their order")
def _(server):
    peer = Peer(server.port)
    peer.send(b"".join(frame(TEXT, f"message {i}") for i in range(500)))
    for i in range(500):
        peer.expect(TEXT, f"message {i}")


@test("a message may come byte by byte")
def _(server):
    peer = Peer(server.port)
    for byte in frame(TEXT, "κόσμε " * 30):
        peer.send(bytes([byte]))
    peer.expect(TEXT, "κόσμε " * 30)


@test("good UTF-8 comes back: every length, the edges of every range")
def _(server):
    peer = Peer(server.port)
    edges = (0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f0a1, 0x3ffff, 0x40000, 0x10ffff)
    for code in edges:
        peer.echo("a" + chr(code) + "b")
    peer.echo("".join(map(chr, edges)) * 20)


# ---- fragments ----

@test("a message in two fragments is one message")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "frag", final=False) + frame(0, "ment"))
    peer.expect(TEXT, "fragment")


@test("a message in fragments of one byte is one message, characters cut in pieces too")
def _(server):
    peer = Peer(server.port)
    text = "ñandú 🂡".encode()
    for i, byte in enumerate(text):
        peer.send(frame(TEXT if i == 0 else 0, bytes([byte]), final=i == len(text) - 1))
    peer.expect(TEXT, text)


@test("fragments may be empty")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "", final=False) + frame(0, "", final=False) + frame(0, "here", final=False) + frame(0, ""))
    peer.expect(TEXT, "here")
    peer.send(frame(TEXT, "", final=False) + frame(0, ""))
    peer.expect(TEXT, "")


@test("a ping between fragments is answered at once, and the message is whole")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "one ", final=False) + frame(PING, "between"))
    peer.expect(PONG, "between")
    peer.send(frame(0, "two ", final=False) + frame(PONG, "nobody asked") + frame(PING, "") + frame(0, "three"))
    peer.expect(PONG, "")
    peer.expect(TEXT, "one two three")


@test("many fragments of a message as large as allowed are one message")
def _(server):
    peer = Peer(server.port)
    pieces = [frame(TEXT if i == 0 else 0, "0123456789abcdef", final=i == 1023) for i in range(1024)]
    peer.send(b"".join(pieces))
    peer.expect(TEXT, "0123456789abcdef" * 1024)


@test("a continuation of nothing: 1002")
def _(server):
    for final in (True, False):
        peer = Peer(server.port)
        peer.send(frame(0, "what?", final=final))
        peer.expect_close(1002)


@test("a continuation after a message has ended: 1002")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "a", final=False) + frame(0, "b") + frame(0, "c"))
    peer.expect(TEXT, "ab")
    peer.expect_close(1002)


@test("a new message within the fragments of another: 1002")
def _(server):
    for opcode in (TEXT, BINARY):
        peer = Peer(server.port)
        peer.send(frame(TEXT, "a", final=False) + frame(opcode, "b"))
        peer.expect_close(1002)


# ---- control frames ----

@test("pings come back as pongs with their payload, up to 125 bytes")
def _(server):
    peer = Peer(server.port)
    for payload in (b"", b"hello", bytes(range(125)), b"\x00\xff\xfe\xfd"):
        peer.send(frame(PING, payload))
        peer.expect(PONG, payload)


@test("ten pings in one piece are answered in their order")
def _(server):
    peer = Peer(server.port)
    peer.send(b"".join(frame(PING, f"ping {i}") for i in range(10)))
    for i in range(10):
        peer.expect(PONG, f"ping {i}")


@test("a ping may come byte by byte")
def _(server):
    peer = Peer(server.port)
    for byte in frame(PING, "slowly"):
        peer.send(bytes([byte]))
    peer.expect(PONG, "slowly")


@test("pongs that nobody asked for are nothing")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(PONG, "") + frame(PONG, "x" * 125))
    peer.echo("still here")


@test("a ping that is longer than 125 bytes: 1002")
def _(server):
    for size in (126, 127, 1000, 70000):
        peer = Peer(server.port)
        peer.send(frame(PING, "", length=size))
        peer.expect_close(1002)


@test("a control frame in fragments: 1002")
def _(server):
    for opcode in (PING, PONG, CLOSE):
        peer = Peer(server.port)
        peer.send(frame(opcode, b"\x03\xe8", final=False))
        peer.expect_close(1002)


# ---- what breaks the rules ----

@test("binary messages: 1003")
def _(server):
    for payload, final in ((b"\x00\xff", True), (b"", True), (b"text", False)):
        peer = Peer(server.port)
        peer.send(frame(BINARY, payload, final=final))
        peer.expect_close(1003)


@test("frames without a mask: 1002")
def _(server):
    for opcode, payload in ((TEXT, "bare"), (TEXT, ""), (PING, ""), (CLOSE, b"\x03\xe8"), (TEXT, "x" * 300)):
        peer = Peer(server.port)
        peer.send(frame(opcode, payload, mask=None))
        peer.expect_close(1002)


@test("reserved bits, on any frame: 1002")
def _(server):
    for reserved in range(1, 8):
        for opcode in (TEXT, PING, CLOSE):
            peer = Peer(server.port)
            peer.send(frame(opcode, "", reserved=reserved))
            peer.expect_close(1002)


@test("reserved opcodes: 1002")
def _(server):
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        peer = Peer(server.port)
        peer.send(frame(opcode, ""))
        peer.expect_close(1002)


@test("a reserved opcode after a good message: the message comes back, then 1002")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "good") + frame(5, "bad") + frame(PING, ""))
    peer.expect(TEXT, "good")
    peer.expect_close(1002)


@test("a length in more bytes than it needs: 1002")
def _(server):
    for header in (struct.pack("!BBH", 0x81, 0xfe, 5), struct.pack("!BBQ", 0x81, 0xff, 5), struct.pack("!BBQ", 0x81, 0xff, 65535)):
        peer = Peer(server.port)
        peer.send(header + b"\0\0\0\0hello")
        peer.expect_close(1002)


@test("a length with its highest bit: 1002")
def _(server):
    peer = Peer(server.port)
    peer.send(struct.pack("!BBQ", 0x81, 0xff, 1 << 63) + b"\0\0\0\0")
    peer.expect_close(1002)


@test("a message that is one byte too big: 1009, as soon as it is announced")
def _(server):
    for size in (16385, 65535, 65536, 1 << 40, (1 << 63) - 1):
        peer = Peer(server.port)
        peer.send(frame(TEXT, "", length=size))
        peer.expect_close(1009)


@test("a message that becomes too big by its fragments: 1009")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "x" * 16000, final=False) + frame(0, "x" * 384, final=False) + frame(0, "x"))
    peer.expect_close(1009)


@test("the close frame is not lost where much more is on its way")
def _(server):
    for _ in range(20):
        peer = Peer(server.port)
        try:
            peer.send(frame(TEXT, "x" * 300000))
        except ConnectionError:
            pass
        peer.expect_close(1009)


# ---- UTF-8 ----

BROKEN = {
    "a continuation byte alone": b"\x80",
    "a byte that never occurs, FE": b"\xfe",
    "a byte that never occurs, FF": b"\xff",
    "an overlong slash": b"\xc0\xaf",
    "an overlong C1": b"\xc1\xbf",
    "an overlong NUL in three": b"\xe0\x80\x80",
    "an overlong character in four": b"\xf0\x8f\xbf\xbf",
    "a low surrogate": b"\xed\xb0\x80",
    "a high surrogate": b"\xed\xa0\x80",
    "above the last character": b"\xf4\x90\x80\x80",
    "a first byte F5": b"\xf5\x80\x80\x80",
    "a sequence that breaks off": b"\xe2\x82A",
}


def utf8_test(name, broken):
    @test(f"not UTF-8, {name}: 1007")
    def _(server):
        peer = Peer(server.port)
        peer.send(frame(TEXT, b"so far " + broken + b" good"))
        peer.expect_close(1007)


for name, broken in BROKEN.items():
    utf8_test(name, broken)


@test("a message that ends within a character: 1007")
def _(server):
    for broken in (b"\xc3", b"\xe2\x82", b"\xf0\x9f\x82"):
        peer = Peer(server.port)
        peer.send(frame(TEXT, b"end " + broken))
        peer.expect_close(1007)


@test("not UTF-8 across fragments: 1007 before the message is complete")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, b"\xe2\x82", final=False) + frame(0, b"A", final=False))
    peer.expect_close(1007)


@test("not UTF-8 within a frame: 1007 before the frame is complete")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, b"\xf4\x90" + b"x" * 100)[:-50])
    peer.expect_close(1007)


# ---- closing ----

@test("a close without a code is answered without one")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(CLOSE))
    peer.expect_close(None)


@test("good close codes are answered with the same")
def _(server):
    for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999):
        peer = Peer(server.port)
        peer.send(frame(CLOSE, struct.pack("!H", code)))
        peer.expect_close(code)


@test("bad close codes: 1002")
def _(server):
    for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
        peer = Peer(server.port)
        peer.send(frame(CLOSE, struct.pack("!H", code)))
        peer.expect_close(1002)


@test("half a close code: 1002")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(CLOSE, b"\x03"))
    peer.expect_close(1002)


@test("a close with a reason, up to 123 bytes")
def _(server):
    for reason in ("bye", "adiós", "x" * 123):
        peer = Peer(server.port)
        peer.send(frame(CLOSE, b"\x03\xe8" + reason.encode()))
        peer.expect_close(1000)


@test("a close with a reason that is not UTF-8: 1007")
def _(server):
    for broken in (b"\xff", b"\xe2\x82"):
        peer = Peer(server.port)
        peer.send(frame(CLOSE, b"\x03\xe8" + broken))
        peer.expect_close(1007)


@test("what comes after a close is not heard")
def _(server):
    peer = Peer(server.port)
    before = Peer(server.port)
    count = before.figures()["messages_in"]
    peer.send(frame(CLOSE, b"\x03\xe8") + frame(TEXT, "too late") + frame(PING, "too late"))
    peer.expect_close(1000)
    assert before.figures()["messages_in"] == count + 1


@test("a close between fragments ends it")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "un", final=False) + frame(CLOSE, b"\x03\xe8"))
    peer.expect_close(1000)


@test("the server closes: what it had to say comes first, then its code and reason")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "one") + frame(TEXT, "!close 4001 until then"))
    peer.expect(TEXT, "one")
    peer.expect(CLOSE, struct.pack("!H", 4001) + b"until then")
    peer.send(frame(TEXT, "not heard any more") + frame(CLOSE, struct.pack("!H", 4001)))
    assert peer.socket.recv(100) == b""


@test("a long reason is cut between characters")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "!close 1008 " + "ñ" * 100))
    peer.expect(CLOSE, struct.pack("!H", 1008) + ("ñ" * 61).encode())


@test("a peer that does not answer a close is dropped")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "!close 1000 bye"))
    peer.expect(CLOSE, b"\x03\xe8bye")
    start = time.monotonic()
    assert peer.socket.recv(100) == b""
    assert time.monotonic() - start < 10


@test("a peer that goes on and on after a close is not heard for long")
def _(server):
    peer = Peer(server.port)
    peer.send(frame(TEXT, "!close 1000 bye"))
    peer.expect(CLOSE, b"\x03\xe8bye")
    peer.socket.settimeout(PATIENCE_S)
    sent, pile = 0, frame(PING, "") * 10000
    start = time.monotonic()
    try:
        while time.monotonic() - start < PATIENCE_S:
            peer.send(pile)
            sent += len(pile)
    except ConnectionError:
        pass
    # Some megabytes may lie in the system; without a bound it is two seconds of whatever the machine can do.
    assert sent < 16 << 20, sent


@test("every websocket that opened has closed, whichever way it went")
def _(server):
    for end in (lambda p: p.close(), lambda p: p.send(frame(CLOSE)), lambda p: p.send(b"\xff" * 10),
                lambda p: p.socket.shutdown(socket.SHUT_WR), lambda p: p.send(frame(TEXT, "x", length=1000))):
        peer = Peer(server.port)
        end(peer)
        peer.close()
    watcher = Peer(server.port)
    wait_for(lambda: watcher.figures()["connections"] == 1)
    figures = watcher.figures()
    assert figures["opened"] == figures["closed"] + 1, figures
    assert figures["websockets"] == 1, figures


# ---- limits ----

@test("a peer that does not read is closed with 1013, and what waited for it is freed")
def _(server):
    watcher = Peer(server.port)
    before = watcher.figures()
    peer = Peer(server.port, receive_buffer=4096)
    peer.send(frame(TEXT, "!flood"))
    wait_for(lambda: watcher.figures()["dropped_slow"] == before["dropped_slow"] + 1)
    assert watcher.figures()["resident"] - before["resident"] < 4 << 20
    opcode, payload = peer.frame()
    while opcode == TEXT:
        opcode, payload = peer.frame()
    assert (opcode, payload[:2]) == (CLOSE, struct.pack("!H", 1013)), (opcode, payload)


@test("a peer that pings and does not read is closed as well")
def _(server):
    watcher = Peer(server.port)
    before = watcher.figures()["dropped_slow"]
    peer = Peer(server.port, receive_buffer=4096)
    try:
        for _ in range(200):
            peer.send(frame(PING, "x" * 125) * 500)
            if watcher.figures()["dropped_slow"] > before:
                break
    except (OSError, TimeoutError):
        pass
    wait_for(lambda: watcher.figures()["dropped_slow"] == before + 1)


@test("what waits for all peers of one address is bounded, and another address has its own bound")
def _(_):
    flood, largest = 256 * 65536, 40 << 20
    with Server("max_queue=1000000000", f"max_held={largest}") as own:
        def flooded(address="127.0.0.1"):
            """A peer for which much waits, and whether it was dropped. Some megabytes of it wait in the system and not in the server."""
            before = watcher.figures()["dropped_slow"]
            peer = Peer(own.port, receive_buffer=4096, address=address)
            peer.send(frame(TEXT, "!flood") + frame(PING, "done"))
            peer.fill()  # the first bytes come when all of it waits
            return peer, watcher.figures()["dropped_slow"] > before

        def hear_all(peer):
            heard = 0
            while heard < flood:
                opcode, payload = peer.frame()
                assert opcode == TEXT, opcode
                heard += len(payload)
            peer.expect(PONG, "done")

        watcher = Peer(own.port)
        peers = [flooded() for _ in range(6)]
        assert [dropped for _, dropped in peers] == [False] * 2 + [True] * 4, peers
        other, dropped = flooded("127.0.0.2")
        assert not dropped
        for peer in (other, peers[0][0], peers[1][0]):
            hear_all(peer)
        again, dropped = flooded()
        assert not dropped
        hear_all(again)


@test("silent peers are pinged, and dropped where they do not answer")
def _(_):
    with Server("idle_s=4") as own:
        good, bad = Peer(own.port), Peer(own.port)
        start = time.monotonic()
        while time.monotonic() - start < 7:
            opcode, payload = good.frame()
            assert opcode == PING, opcode
            good.send(frame(PONG, payload))
        bad.expect(PING, b"")
        assert bad.socket.recv(10) == b""
        good.echo("still here")


@test("1,000 websockets at once, in less than 10 KiB each")
def _(_):
    with Server() as own:
        watcher = Peer(own.port)
        before = watcher.figures()
        peers = [Peer(own.port) for _ in range(1000)]
        for i, peer in enumerate(peers):
            peer.send(frame(TEXT, f"I am {i}"))
        for i, peer in enumerate(peers):
            peer.expect(TEXT, f"I am {i}")
        after = watcher.figures()
        assert after["websockets"] == 1001, after
        each = (after["resident"] - before["resident"]) / 1000
        assert each < 10240, f"{each} bytes each"
        for peer in peers[::2]:
            peer.close()
        wait_for(lambda: watcher.figures()["websockets"] == 501)
        for i, peer in enumerate(peers[1::2]):
            peer.echo(f"still {i}")


@test("when the server stops, websockets are closed with 1001")
def _(_):
    with Server() as own:
        peer = Peer(own.port)
        silent = Peer(own.port)
        own.process.stdin.close()
        peer.expect(CLOSE, struct.pack("!H", 1001) + b"the server stops")
        peer.send(frame(CLOSE, struct.pack("!H", 1001)))
        assert peer.socket.recv(10) == b""
        assert own.process.wait(PATIENCE_S) == 0
        own.process.stdout.close()
        silent.expect_close(1001)


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard) if hard > 0 else 4096, hard))
    failures = 0
    with Server() as server:
        for number, (name, function) in enumerate(tests, 1):
            try:
                function(server)
                print(f"ok {number} - {name}", flush=True)
            except Exception:  # pylint: disable=broad-except
                failures += 1
                print(f"not ok {number} - {name}", flush=True)
                print("".join("# " + line + "\n" for line in traceback.format_exc().splitlines()), flush=True)
        status = server.stop()
    print(f"{'not ' if status else ''}ok {len(tests) + 1} - the server ends well: status {status}")
    print(f"1..{len(tests) + 1}")
    sys.exit(1 if failures or status else 0)


main()
