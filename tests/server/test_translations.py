#!/usr/bin/env python3
"""The server in five languages: everybody at a table hears the same in their own. Reports as TAP.

    test_translations.py [NAME...]     only the tests of these names
"""

import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import talk
from client import Refused
from talk import here

LANGUAGES = ["en", "es", "fr", "sv", "zh"]
choice = random.Random(11).choice


def person(language=None, **headers):
    """A new guest with a connection in this language."""
    path = "/ws" if language is None else f"/ws?lang={language}"
    return talk.person(path=path, **headers)


def refusal(client, **message):
    try:
        answer = client.ask(**message)
    except Refused as found:
        return found
    raise AssertionError(f"{message} was answered with {answer}")


def sit(game, language, seats, settings=None, options=None):
    """Somebody at a new table of bots, who watches it."""
    client = person(language)
    table = client.create(game, ["me"] + ["random"] * (seats - 1), options, settings)["table"]
    client.watch(table)
    return client, table


def texts(client, table):
    """The sentences of each event, with what is the same in every language."""
    return [((e["n"], e["is"], e.get("seat"), e.get("ply")), e.get("text", [])) for e in client.tables[table]["events"]]


def error_of(answer):
    return json.loads(answer[2])["error"]


# ---- tables ----

def test_two_players():
    """two people at a table hear the same events, each in their own language, and so do those who look on"""
    ana, bo = person("es"), person("sv")
    made = ana.create("mulle", ["me", "open"], None, {"public": True})
    table = made["table"]
    ana.watch(table)
    bo.ask(do="join", table=table, invite=made["invite"])
    bo.watch(table)
    watchers = {language: person(language) for language in LANGUAGES}
    for watcher in watchers.values():
        watcher.watch(table)
    everybody = [ana, bo, *watchers.values()]
    for _ in range(12):
        for client in (ana, bo):
            current = client.turn(table)
            client.move(table, choice(current["legal"])["move"])
    for client in everybody:
        client.ask(do="ping")
    heard = {client: texts(client, table) for client in everybody}
    assert len({json.dumps([fact for fact, _ in heard[client]]) for client in everybody}) == 1, "other events"
    assert any(sentence.startswith("Recibes ") for _, text in heard[ana] for sentence in text), heard[ana]
    assert any(sentence.startswith("Du får ") for _, text in heard[bo] for sentence in text), heard[bo]
    # Those who look on: as many sentences in every language, and another text wherever there is a sentence.
    english = heard[watchers["en"]]
    for language in LANGUAGES[1:]:
        for (fact, text), (_, other) in zip(english, heard[watchers[language]]):
            assert len(text) == len(other), (fact, text, other)
            assert not text or text != other, (language, fact, text)
    return f"{len(english)} events"


def test_many_languages():
    """spectators in one language are told the same, whatever languages others watch in"""
    ana, table = sit("sabacc", "en", 4, {"public": True})
    watchers = [person(LANGUAGES[i % 5]) for i in range(15)]
    for watcher in watchers:
        watcher.watch(table)
    ana.turn(table)
    for watcher in watchers:
        watcher.ask(do="ping")
        watcher.texts.clear()
    for _ in range(6):
        now = ana.turn(table)
        if now["phase"] != "playing":
            break
        ana.move(table, choice(now["legal"])["move"])
    ana.turn(table)  # nothing happens any more
    for watcher in watchers:
        watcher.ask(do="ping")
    for i in range(5):
        told = {json.dumps([m["events"] + [m["now"]] for m in map(json.loads, w.texts) if m.get("events")]) for w in watchers[i::5]}
        assert len(told) == 1, told
    assert len({json.dumps(texts(w, table)) for w in watchers}) == 5


def test_choices():
    """moves are the same in every language, what they do is said in each"""
    legal = {}
    client, table = sit("sabacc", "zh", 2, None, {"players": 2})
    client.turn(table)
    for language in LANGUAGES:
        client.ask(do="language", lang=language)
        client.ask(do="ping")
        legal[language] = client.tables[table]["now"]["legal"]
    for language in LANGUAGES:
        assert [move["move"] for move in legal[language]] == [move["move"] for move in legal["en"]], legal
        help_of = {move["move"]: move["help"] for move in legal[language]}
        assert help_of["NO_TOKEN"] == {
            "en": "play no token this turn",
            "es": "no jugar ninguna ficha de influencia este turno",
            "fr": "ne jouer aucun jeton d’influence ce tour-ci",
            "sv": "spela ingen bricka den här turen",
            "zh": "这一轮不使用标记",
        }[language], help_of


def test_refusals():
    """refusals come in the language of the connection, with the same reason: of the rules, of the table, of the protocol"""
    expected = {
        "es": ("primero juega una ficha de influencia, o ninguna", "la mesa ya ha avanzado", "un mensaje dice qué hacer con 'do'",
               "no existe el juego"),
        "zh": ("先使用一个标记，或不用", "牌桌已经往前走了", "消息要用 'do' 说明做什么", "没有游戏"),
        "en": ("play a token first, or none", "the table has moved on", "a message needs a 'do'", "there is no game"),
    }
    for language, (rule, stale, nonsense, game) in expected.items():
        client, table = sit("sabacc", language, 2, None, {"players": 2})
        ply = client.turn(table)["ply"] + 1
        found = refusal(client, do="move", table=table, ply=ply, move="KEEP")
        assert found.reason == "NOT_LEGAL" and rule in found.text, found
        found = refusal(client, do="move", table=table, ply=ply + 7, move="KEEP")
        assert found.reason == "STALE" and found.text == stale, found
        assert refusal(client, what="?").text == nonsense
        found = refusal(client, do="create", game="whist")
        assert found.reason == "BAD_MESSAGE" and found.text.startswith(game), found


def test_which():
    """a language that is not there is English; Accept-Language counts where the address says nothing"""
    for client, expected in (
        (person("tlh"), "watch the table first"),
        (person("sv-SE"), "titta på bordet först"),
        (person(""), "watch the table first"),
        (person(None), "watch the table first"),
        (person(None, **{"Accept-Language": "de, fr;q=0.7, sv;q=0.2"}), "regardez d’abord la table"),
        (person("es", **{"Accept-Language": "fr"}), "mira antes la mesa"),
        (person("%73%76"), "titta på bordet först"),
    ):
        table = client.create("bruno", ["me", "random", "random", "random"])["table"]
        assert refusal(client, do="log", table=table).text == expected, expected


def test_change():
    """a connection changes its language: what it looks at is told anew, whole, and then in that language"""
    client, table = sit("bruno", "en", 4)
    client.turn(table)
    english = texts(client, table)
    assert client.ask(do="language", lang="fr")["is"] == "done"
    whole = client.wait_for(table, lambda t: t["events"][0]["text"] == ["La table est ouverte."])
    french = texts(client, table)
    assert [fact for fact, _ in french] == [fact for fact, _ in english], (french, english)
    assert any("Vous recevez" in sentence for _, text in french for sentence in text), french
    assert whole["now"]["legal"], whole["now"]
    client.move(table, whole["now"]["legal"][0]["move"])
    client.turn(table)
    assert any("Vous " in s for _, text in texts(client, table)[len(french):] for s in text), texts(client, table)
    log = client.ask(do="log", table=table, before=3)
    assert log["events"][0]["text"] == ["La table est ouverte."], log
    # The same once more says nothing new; a name that is not there is English.
    client.ask(do="language", lang="fr")
    client.ask(do="language", lang="xx")
    client.wait_for(table, lambda t: t["events"][0]["text"] == ["The table is open."])
    assert refusal(client, do="language").text == "'language' needs 'lang', a text"


def test_all_games():
    """every game is played to its end in every language but English"""
    for i, (game, seats) in enumerate((("bruno", 4), ("mulle", 2), ("mus", 4), ("sabacc", 4))):
        client, table = sit(game, LANGUAGES[1 + i], seats, None, {"target": 10, "best_of": 1} if game == "mus" else None)
        assert client.play_to_end(table, choice)["phase"] == "over"
        for _, text in texts(client, table):
            for sentence in text:
                assert "{" not in sentence and "%" not in sentence, sentence


# ---- requests ----

def test_errors_of_requests():
    """an error of a request is in the language that is asked for, also where the answer comes later"""
    french = {"Accept-Language": "fr-CH, fr;q=0.9"}
    assert error_of(here.server.request("GET", "/api/nothing", headers=french))["text"] == "il n’y a rien ici"
    assert error_of(here.server.request("GET", "/api/nothing?lang=sv", headers=french))["text"] == "här finns ingenting"
    assert error_of(here.server.request("GET", "/api/nothing"))["text"] == "there is nothing here"
    cookie = here.server.guest()
    answer = here.server.request("POST", "/api/name", {"name": ""}, cookie, french)
    assert answer[0] == 400 and error_of(answer)["text"] == "un nom a au moins un caractère", answer
    answer = here.server.request("POST", "/api/login?lang=zh", {"login": "nobody", "password": "not-mine-at-all"}, cookie)
    assert answer[0] == 403 and error_of(answer) == {"reason": "WRONG_PASSWORD", "text": "用户名或密码不对"}, answer
    answer = here.server.request("GET", "/api/name?lang=es")
    assert answer[0] == 405 and error_of(answer)["text"] == "aquí se espera otro método", answer


def test_lists():
    """games and agents are described in the language that is asked for; names stay"""
    for path, key in (("/api/games", "rules_version"), ("/api/agents", "name")):
        lists = {}
        for language in LANGUAGES:
            status, headers, body = here.server.request("GET", path, headers={"Accept-Language": language})
            assert status == 200 and "Accept-Language" in headers["Vary"], headers
            lists[language] = json.loads(body)
            assert json.loads(here.server.request("GET", f"{path}?lang={language}")[2]) == lists[language]
        for language in LANGUAGES[1:]:
            for one, other in zip(lists["en"], lists[language]):
                assert one["name"] == other["name"] and one[key] == other[key]
                assert one["summary"] != other["summary"], (language, one["summary"])
                assert [o["name"] for o in one["options"]] == [o["name"] for o in other["options"]]
                assert all(o["help"] != p["help"] for o, p in zip(one["options"], other["options"])), (language, one["name"])


if __name__ == "__main__":
    sys.exit(talk.run([value for name, value in globals().items() if name.startswith("test_")]))
