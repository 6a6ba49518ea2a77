"""A websocket peer without any opinion on what may be sent over it, and an echo server to talk to: for the tests of the websocket layer."""

import json
import socket
import struct
import subprocess
import sys

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE_S = 60
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def masked_bytes(payload, mask):
    """The payload under a mask of four bytes; as one large number, for messages of many megabytes."""
    if not payload:
        return b""
    size = len(payload)
    pattern = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(pattern, "big")).to_bytes(size, "big")


class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen([sys.argv[1], *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        status = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


def frame(opcode, payload=b"", final=True, mask=b"\x37\xfa\x21\x3d", reserved=0, length=None):
    """The bytes of a frame; `length` is what the header says, where it should lie."""
    if isinstance(payload, str):
        payload = payload.encode()
    size = len(payload) if length is None else length
    first = (0x80 if final else 0) | reserved << 4 | opcode
    masked = 0x80 if mask else 0
    if size < 126:
        header = bytes([first, masked | size])
    elif size < 65536:
        header = struct.pack("!BBH", first, masked | 126, size)
    else:
        header = struct.pack("!BBQ", first, masked | 127, size)
    if mask:
        payload = masked_bytes(payload, mask)
    return header + (mask or b"") + payload


class Peer:
    """A websocket without any opinion on what may be sent over it."""

    def __init__(self, port, headers="", path="/ws", handshake=True, receive_buffer=None, address="127.0.0.1"):
        self.socket = socket.socket()
        self.socket.bind((address, 0))
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(("127.0.0.1", port))
        self.bytes = b""
        if handshake:
            self.send(request(headers, path))
            self.answer = self.read_until(b"\r\n\r\n").decode()
            assert self.answer.startswith("HTTP/1.1 101 "), self.answer

    def send(self, data):
        self.socket.sendall(data)

    def fill(self):
        data = self.socket.recv(65536)
        if not data:
            raise EOFError("the server has closed the connection")
        self.bytes += data

    def read(self, size):
        while len(self.bytes) < size:
            self.fill()
        data, self.bytes = self.bytes[:size], self.bytes[size:]
        return data

    def read_until(self, end):
        while end not in self.bytes:
            self.fill()
        return self.read(self.bytes.index(end) + len(end))

    def frame(self):
        """(opcode, payload) of the next frame, which must be a good one."""
        first, second = self.read(2)
        assert first & 0xf0 == 0x80, f"first byte {first:#x}"
        assert second < 128, "the server must not mask"
        size = second
        if size == 126:
            size, = struct.unpack("!H", self.read(2))
            assert size > 125
        elif size == 127:
            size, = struct.unpack("!Q", self.read(8))
            assert size > 65535
        return first & 15, self.read(size)

    def expect(self, opcode, payload):
        if isinstance(payload, str):
            payload = payload.encode()
        got = self.frame()
        assert got == (opcode, payload), f"expected {opcode} {payload[:80]!r}, got {got[0]} {got[1][:80]!r}"

    def expect_close(self, code):
        """A close frame with this code (None: without one), then the end of the connection."""
        opcode, payload = self.frame()
        assert opcode == CLOSE, f"expected a close frame, got {opcode} {payload[:80]!r}"
        got = struct.unpack("!H", payload[:2])[0] if payload else None
        assert got == code, f"expected {code}, got {got} {payload[2:]!r}"
        payload[2:].decode()
        try:
            rest = self.bytes + self.socket.recv(1)
        except ConnectionResetError:
            rest = b""
        assert rest == b"", f"{rest!r} after the close frame"
        self.socket.close()

    def echo(self, text):
        self.send(frame(TEXT, text))
        self.expect(TEXT, text)

    def figures(self):
        self.send(frame(TEXT, "!figures"))
        return json.loads(self.frame()[1])

    def close(self):
        self.socket.close()


def request(headers="", path="/ws", version="13", key=KEY, upgrade="websocket", connection="Upgrade", method="GET", http="1.1"):
    text = f"{method} {path} HTTP/{http}\r\nHost: test\r\n{headers}"
    for name, value in (("Upgrade", upgrade), ("Connection", connection), ("Sec-WebSocket-Version", version), ("Sec-WebSocket-Key", key)):
        if value is not None:
            text += f"{name}: {value}\r\n"
    return (text + "\r\n").encode()
