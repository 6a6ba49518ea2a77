#!/usr/bin/env python3
"""Names: nobody can pose as a person who has an account, as a bot or as the server. Reports as TAP.

    test_taken_names.py [NAME...]     only the tests of these names
"""

import json
import os
import re
import sqlite3
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import talk
from client import Client, Server
from talk import FAST, clients, equal, here, known, person, post, table_of

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")


def rename(name, cookie, on=None):
    """The status and the reason."""
    status, answer, _ = post("/api/name", {"name": name}, cookie, on)
    return status, "" if status == 200 else answer["error"]["reason"]


def register(login, cookie, on=None):
    """The status, the reason, and the cookie of the account."""
    status, answer, fresh = post("/api/register", {"login": login, "password": "long enough"}, cookie, on)
    return status, "" if status == 200 else answer["error"]["reason"], fresh


def account(login, name=None, on=None):
    status, reason, cookie = register(login, (on or here.server).guest(), on)
    equal((status, reason), (200, ""))
    if name is not None:
        equal(rename(name, cookie, on), (200, ""))
    return cookie


def test_reserved():
    """what bots, levels, guests, empty seats and the server are called is nobody's name, in any language, nor a login"""
    cookie = here.server.guest()
    me = json.loads(here.server.request("GET", "/api/session", cookie=cookie)[2])
    names = [agent["name"] for agent in json.loads(here.server.request("GET", "/api/agents")[2])]
    assert "mus-bot" in names and "strong" in names, names
    for language in ("en", "es", "fr", "sv", "zh"):
        with open(os.path.join(ROOT, "web/src/lang", language, "offers.ts"), encoding="utf-8") as file:
            titles = re.findall(r'title: "([^"]+)"', file.read().split("agents: {")[1])
        assert len(titles) >= 4, titles
        with open(os.path.join(ROOT, "web/src/lang", language, "common.ts"), encoding="utf-8") as file:
            common = file.read()
        guest = re.search(r"guest: \(number.*\) => `(\S+) \$", common).group(1)
        gone = re.search(r' gone: "([^"]+)"', common).group(1)
        names += titles[:4] + [f"{guest} 1234", gone]
    for name in names + ["gone", "G0NE", "nobody", "admin", "Operator", "server", "tapete", "Mus Bot", "strong 2"]:
        equal((name, rename(name, cookie)), (name, (400, "BAD_MESSAGE")))
    for login in ("admin", "mus-bot", "tapete", "g0ne", "guest417", "strong"):
        equal((login, register(login, cookie)[:2]), (login, (400, "BAD_MESSAGE")))
    equal(rename(me["name"], cookie), (200, ""))
    equal(register("plain-login", cookie)[0], 200)


def test_alphabets():
    """a name has letters of one alphabet"""
    cookie = here.server.guest()
    for name in ("Аna", "Nіkos", "Anα", "Жα"):
        equal((name, rename(name, cookie)), (name, (400, "BAD_MESSAGE")))
    for name in ("Иван", "Νίκος", "José", "李四"):
        equal((name, rename(name, cookie)), (name, (200, "")))


def test_look_alikes():
    """while an account is there, nobody else takes its name or login or one that looks like it; afterwards anybody may"""
    cookie, guest = account("carmen77", "Paco Rojo"), here.server.guest()
    for name in ("Paco Rojo", "paco rojo", "PACOROJO", "Pac0-Rojo", "Páco Rójo", "расо rojo", "carmen77", "Carmen 77"):
        found = rename(name, guest)
        assert found in ((409, "NAME_TAKEN"), (400, "BAD_MESSAGE")), (name, found)
        equal(found[0] == 400, name == "расо rojo")
    for login in ("paco-rojo", "pac0rojo", "carmen_77", "carmen77"):
        equal((login, register(login, guest)[:2]), (login, (409, "LOGIN_TAKEN")))
    for name in ("Paco  Rojo", "Carmen77", "paco rojo", "Paco Rojo"):
        equal((name, rename(name, cookie)), (name, (200, "")))
    other = account("somebody-else")
    equal(rename("Paco Rojo", other), (409, "NAME_TAKEN"))
    equal(rename("Расо", other), (200, ""))
    equal(rename("Paco", guest), (409, "NAME_TAKEN"))
    equal(post("/api/delete", {"password": "long enough"}, cookie)[0], 200)
    equal(rename("Paco Rojo", guest), (200, ""))
    equal(register("carmen-77", guest)[0], 200)


def test_guest_with_a_name_that_was_taken():
    """guests do not keep names from others, and who registers needs one that no account has by then"""
    one, two = here.server.guest(), here.server.guest()
    for cookie in (one, two):
        equal(rename("Leonor", cookie), (200, ""))
    equal(register("leo-one", one)[:2], (200, ""))
    equal(register("leo-two", two)[:2], (409, "NAME_TAKEN"))
    equal(rename("Leonora", two), (200, ""))
    equal(register("leo-two", two)[:2], (200, ""))


def test_at_once():
    """of many who take a name at the same time, one account has it"""
    cookies = [account(f"racer-{letter}") for letter in "abcdef"]
    spellings = ["Zoraida", "ZORAIDA", "Z0raida", "Zoraída", "Zora1da", "Zora Ida"]
    found = [None] * len(cookies)

    def take(i):
        found[i] = rename(spellings[i], cookies[i])
    threads = [threading.Thread(target=take, args=(i,)) for i in range(len(cookies))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    equal(sorted(found), [(200, "")] + [(409, "NAME_TAKEN")] * 5)


def test_accounts_of_before():
    """the names of accounts from a database that had no shapes are kept for them too"""
    with Server(options=FAST) as server:
        account("berta", "Berta Sol", server)
        server.stop()
        database = sqlite3.connect(server.database)
        database.execute("UPDATE people SET shape = NULL, login_shape = NULL")
        database.commit()
        database.close()
        server.start()
        guest = server.guest()
        equal(rename("Bertá So1", guest, server), (409, "NAME_TAKEN"))
        equal(register("bert-a", guest, server)[:2], (409, "LOGIN_TAKEN"))


def test_guests_are_marked():
    """at the table and in the lobby one sees who is a guest"""
    guest, other = person(), Client(here.server, account("marked-one", "Marked One"))
    clients.append(other)
    table = guest.create("sabacc", settings={"public": True})["table"]
    other.ask(do="join", table=table)
    for client in (guest, other):
        client.watch(table)
    talk.sync(guest, other)
    listed = [one for one in guest.ask(do="lobby", on=True)["tables"] if one["table"] == table]
    for seats in (known(guest, table)["about"]["seats"], listed[0]["seats"]):
        marks = {seat["name"]: seat.get("guest") for seat in seats if seat["who"] == "person"}
        equal(marks, {guest.you["name"]: True, "Marked One": None})


def test_chat_of_guests_is_marked():
    """who speaks without an account is marked, also who only looks on, and after a restart; who is gone is not"""
    with Server(options=FAST) as server:
        owner, onlooker, leaver = Client(server, account("speaker", "Speaker One", server)), person(server), person(server)
        clients.append(owner)
        table = owner.create("sabacc", settings={"public": True})["table"]
        for client in (owner, onlooker, leaver):
            client.watch(table)
            client.ask(do="chat", table=table, text="Hello")
        talk.sync(owner)

        def marks(client):
            return [(event["by"], event.get("guest")) for event in known(client, table)["events"] if event["is"] == "chat"]

        ids = [client.you["id"] for client in (owner, onlooker, leaver)]
        equal(marks(owner), [(ids[0], None), (ids[1], True), (ids[2], True)])
        equal(post("/api/delete", {}, leaver.cookie, server)[0], 200)
        owner.wait_for(table, lambda t: marks(owner) == [(ids[0], None), (ids[1], True), ("", None)])
        server.kill()
        server.start()
        again = Client(server, onlooker.cookie)
        clients.append(again)
        again.watch(table)
        talk.sync(again)
        equal(marks(again), [(ids[0], None), (ids[1], True), ("", None)])


TESTS = [test_reserved, test_alphabets, test_look_alikes, test_guest_with_a_name_that_was_taken, test_at_once,
         test_accounts_of_before, test_guests_are_marked, test_chat_of_guests_is_marked]

if __name__ == "__main__":
    sys.exit(talk.run(TESTS))
