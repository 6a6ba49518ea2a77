#!/usr/bin/env python3
"""Mail: addresses of accounts, forgotten passwords, and what the program that sends mail can do wrong. Reports as TAP."""

import email
import email.policy
import json
import os
import re
import stat
import subprocess
import sys
import time

from client import PATIENCE_S, TAPETE, Server
from talk import FAST, equal, here, run

# Keeps each message and what it was started with; how it then goes on is in the file "how" beside it.
SCRIPT = r"""#!/bin/sh
folder=$(dirname "$0")
read how < "$folder/how"
case $how in
hang) echo $$ > "$folder/hangs"; exec sleep 1000 ;;
fail) cat >&2; echo "no such mailbox ana@example.org"; exit 67 ;;
deaf) exec 0<&-; exit 0 ;;
esac
ls /proc/self/fd > "$folder/descriptors"
number=$(ls "$folder" | grep -c '^mail-')
printf '%s\n' "$@" > "$folder/arguments"
cat > "$folder/new" && mv "$folder/new" "$folder/mail-$number"
"""


def mail_server(folder=None, command=None):
    """A server whose mail goes to files, with the folder of these."""
    folder = folder or os.path.join(os.path.dirname(here.server.database), f"mail{time.monotonic_ns()}")
    os.makedirs(folder)
    path = os.path.join(folder, "send")
    with open(path, "w", encoding="utf-8") as script:
        script.write(SCRIPT)
    os.chmod(path, stat.S_IRWXU)
    how(folder, "keep")
    arguments = ("--origin", "https://cards.example", "--mail", command or f"{path} -t  $HOME;id")
    # The parent process has left a descriptor open; the program must not get it.
    with open(path, "rb") as left:
        return Server(*arguments, options=FAST, inherits=(left.fileno(),)), folder


def how(folder, word):
    with open(os.path.join(folder, "how"), "w", encoding="utf-8") as file:
        file.write(word + "\n")


def mails(folder):
    names = sorted(name for name in os.listdir(folder) if name.startswith("mail-"))
    return [open(os.path.join(folder, name), encoding="utf-8").read() for name in names]


def wait_until(condition, seconds=PATIENCE_S):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def post(server, path, body, cookie=None, **headers):
    status, headers, content = server.request("POST", path, body, cookie, headers)
    got = headers["Set-Cookie"]
    return status, json.loads(content), got.split(";")[0] if got else cookie


def get(server, path, cookie=None):
    return json.loads(server.request("GET", path, cookie=cookie)[2])


def account(server, login, address=None):
    status, _, cookie = post(server, "/api/register", {"login": login, "password": "correct horse"}, server.guest())
    equal(status, 200)
    if address is not None:
        equal(post(server, "/api/email", {"email": address, "password": "correct horse"}, cookie)[0], 200)
    return cookie


def files_of(server):
    return b"".join(open(server.database + end, "rb").read() for end in ("", "-wal"))


def test_link():
    """A forgotten password: the link comes in the language of who asks, works once, and neither database nor log has it."""
    server, folder = mail_server()
    with server:
        equal(get(server, "/api/session")["mail"], True)
        cookie = account(server, "ana", "ana@example.org")
        equal(get(server, "/api/email", cookie), {"email": "ana@example.org"})
        equal(get(server, "/api/export", cookie)["person"]["email"], "ana@example.org")
        equal(post(server, "/api/forgot", {"login": "ANA"})[:2], (200, {"ok": True}))
        wait_until(lambda: mails(folder))
        equal(post(server, "/api/forgot?lang=zh", {"login": "ana"})[0], 200)
        wait_until(lambda: len(mails(folder)) == 2)
        english, chinese = (email.message_from_string(text, policy=email.policy.default) for text in mails(folder))
        equal((english["To"], english["Subject"]), ("ana@example.org", "A new password for Tapete"))
        assert re.search("[\u4e00-\u9fff]", chinese["Subject"]) and re.search("[\u4e00-\u9fff]", mails(folder)[1].split("\n\n", 1)[1])
        tokens = [re.search(r"https://cards\.example/reset#([0-9a-f]{64})\n", text)[1] for text in mails(folder)]
        with open(os.path.join(folder, "arguments"), encoding="utf-8") as file:
            equal(file.read(), "-t\n$HOME;id\n")  # no shell was there
        with open(os.path.join(folder, "descriptors"), encoding="utf-8") as file:
            assert set(file.read().split()) <= {"0", "1", "2", "3"}, "3 is the one of ls itself"
        assert not any(token.encode() in files_of(server) or token in server.log_text() for token in tokens)
        equal(post(server, "/api/reset", {"token": tokens[0], "new": "another horse"})[0], 200)
        equal(post(server, "/api/reset", {"token": tokens[1], "new": "another horse"})[0], 403)
        equal(post(server, "/api/login", {"login": "ana", "password": "another horse"})[0], 200)


def test_same_answer():
    """Unknown names, guests' words and accounts without an address get the same answer, and no mail; five links for an account at a time."""
    server, folder = mail_server()
    with server:
        account(server, "bea")
        cookie = account(server, "cleo", "cleo@example.org")
        answers = [server.request("POST", "/api/forgot", {"login": login}) for login in ("bea", "nobody", "cleo") + ("cleo",) * 8]
        equal({(status, body) for status, _, body in answers}, {(200, b'{"ok":true}')})
        equal(len({str(sorted(name for name, _ in headers.items())) for _, headers, _ in answers}), 1)
        wait_until(lambda: len(mails(folder)) == 5)
        equal(post(server, "/api/forgot", {"login": "no name"})[0], 400)
        # Another address: the links that went to the old one are void, and there is room for new ones.
        token = re.search("#([0-9a-f]{64})", mails(folder)[0])[1]
        equal(post(server, "/api/email", {"email": "cleo@example.com", "password": "correct horse"}, cookie)[0], 200)
        equal(post(server, "/api/reset", {"token": token, "new": "another horse"})[0], 403)
        equal(post(server, "/api/forgot", {"login": "cleo"})[0], 200)
        wait_until(lambda: len(mails(folder)) == 6)
        equal(sorted(re.search("To: (.*)", text)[1] for text in mails(folder))[:2], ["cleo@example.com", "cleo@example.org"])


def test_one_mailbox():
    """A mailbox that is not theirs cannot be flooded by many accounts that name it: ten mails a day, in whatever way it is written."""
    server, folder = mail_server()
    with server:
        for number, address in enumerate(("zoe@example.org", "Zoe@EXAMPLE.org", "zoe+cards@example.org", "zoe@example.com")):
            account(server, f"sock{number}", address)
            for _ in range(5):
                equal(post(server, "/api/forgot", {"login": f"sock{number}"})[:2], (200, {"ok": True}))
        wait_until(lambda: len(mails(folder)) == 15)  # the last five are somebody else's
        equal(sum("@example.com" in re.search("To: (.*)", text)[1] for text in mails(folder)), 5)
        wait_until(lambda: server.log_text().count("has had its mails of today") == 5)


def test_password_change_voids_links():
    """Another password makes the links void that were asked for before: who has one cannot take the account back."""
    server, folder = mail_server()
    with server:
        cookie = account(server, "ana", "ana@example.org")
        equal(post(server, "/api/forgot", {"login": "ana"})[0], 200)
        wait_until(lambda: mails(folder))
        token = re.search("#([0-9a-f]{64})", mails(folder)[0])[1]
        equal(post(server, "/api/password", {"password": "correct horse", "new": "another horse"}, cookie)[0], 200)
        equal(post(server, "/api/reset", {"token": token, "new": "third horse"})[0], 403)
        equal(post(server, "/api/login", {"login": "ana", "password": "another horse"})[0], 200)


def test_addresses():
    """An address is one plain address, is set with the password only, can be removed, and goes with the person."""
    server, _ = mail_server()
    with server:
        cookie = account(server, "dora", "dora+cards@mail.example.org")
        wrong = ["x", "@example.org", "dora@", "a@b@c", "dora@example.org\nBcc: eve@example.org", "dora@example.org\r\n\r\nHello", "dora@example.org, eve@example.org",
                 "Dora <dora@example.org>", "dora @example.org", "-oQ/tmp@example.org", "dora@-x", "d\u00f6ra@example.org", "dora@example..org", "\"a b\"@example.org",
                 "dora@[127.0.0.1]", "d" * 65 + "@example.org", "dora@" + "x" * 250, "dora@example.org\t", "|sh@example.org;", "dora@example.org\x7f"]
        for text in wrong:
            equal((post(server, "/api/email", {"email": text, "password": "correct horse"}, cookie)[0], text), (400, text))
        equal(post(server, "/api/email", {"email": "eve@example.org", "password": "wrong horse"}, cookie)[0], 403)
        equal(post(server, "/api/email", {"email": "eve@example.org"}, cookie)[0], 400)
        equal(post(server, "/api/email", {"email": "eve@example.org", "password": "correct horse"}, server.guest())[0], 409)
        equal(get(server, "/api/email", cookie), {"email": "dora+cards@mail.example.org"})
        equal(post(server, "/api/email", {"email": "", "password": "correct horse"}, cookie)[0], 200)
        equal(get(server, "/api/email", cookie), {"email": ""})
        assert "email" not in get(server, "/api/export", cookie)["person"]
        equal(post(server, "/api/email", {"email": "dora@gone.example", "password": "correct horse"}, cookie)[0], 200)
        assert "dora@" not in server.log_text()
        equal(post(server, "/api/delete", {"password": "correct horse"}, cookie)[0], 200)
        wait_until(lambda: b"dora@gone.example" not in files_of(server))


def test_program():
    """A program that hangs is killed, and one that fails, does not listen or has gone is in the log without address or token; the server goes on meanwhile."""
    server, folder = mail_server()
    with server:
        account(server, "ana", "ana@example.org")
        failures = lambda: [line for line in map(json.loads, re.findall("^{.*}$", server.log_text(), re.M)) if line["what"] == "mail not sent"]
        how(folder, "hang")
        equal(post(server, "/api/forgot", {"login": "ana"})[0], 200)
        wait_until(lambda: os.path.exists(os.path.join(folder, "hangs")))
        equal(server.request("GET", "/health")[0], 200)  # nothing waits for it
        with open(os.path.join(folder, "hangs"), encoding="utf-8") as file:
            process = file.read().strip()
        wait_until(lambda: failures())
        assert "too long" in failures()[0]["why"] and not os.path.exists(f"/proc/{process}")
        how(folder, "fail")
        equal(post(server, "/api/forgot", {"login": "ana"})[0], 200)
        wait_until(lambda: len(failures()) == 2)
        equal(failures()[1]["why"], "the program ended with status 67")
        assert "reset#***" in failures()[1]["output"] and "ana@" not in failures()[1]["output"], failures()
        how(folder, "deaf")
        equal(post(server, "/api/forgot", {"login": "ana"})[0], 200)
        wait_until(lambda: "mail sent" in server.log_text())
        os.remove(os.path.join(folder, "send"))
        equal(post(server, "/api/forgot", {"login": "ana"})[0], 200)
        wait_until(lambda: len(failures()) == 3)
        equal(failures()[2]["why"], "No such file or directory")
        equal(server.stop(), 0)


def test_stopping():
    """A server stops soon although the program hangs."""
    server, folder = mail_server()
    with server:
        account(server, "ana", "ana@example.org")
        how(folder, "hang")
        post(server, "/api/forgot", {"login": "ana"})
        wait_until(lambda: os.path.exists(os.path.join(folder, "hangs")))
        equal(server.stop(), 0)
        assert "the server stopped before the program had ended" in server.log_text(), server.log_text()


def test_without():
    """Without --mail there is no address and nothing is sent; commands that cannot work are refused at the start."""
    cookie = account(here.server, "eva")
    assert "mail" not in get(here.server, "/api/session")
    for path, body in (("/api/forgot", {"login": "eva"}), ("/api/email", {"email": "eva@example.org", "password": "correct horse"})):
        status, answer, _ = post(here.server, path, body, cookie)
        equal((status, answer["error"]["reason"]), (409, "NO_MAIL"))
    equal(here.server.request("POST", "/api/forgot", {"login": "eva"}, headers={"Origin": "https://evil.example"})[0], 403)
    for words, sentence in ((("--mail", "true"), "--mail needs --origin"), (("--mail", "  ", "--origin", "https://cards.example"), "--mail names a program"),
                            (("--mail", "/nowhere/sendmail -t", "--origin", "https://cards.example"), "cannot be run"),
                            (("--mail", "x " * 40, "--origin", "https://cards.example"), "at most 32 words")):
        done = subprocess.run([TAPETE, "serve", "--port", "0", "--db", f"sqlite:{here.server.database}.other", *words], capture_output=True, text=True, check=False,
                              timeout=PATIENCE_S, env={**os.environ, "LC_ALL": "C.UTF-8"})
        equal(done.returncode, 2)
        assert sentence in done.stderr, done.stderr


if __name__ == "__main__":
    sys.exit(run([value for name, value in list(globals().items()) if name.startswith("test_")]))
