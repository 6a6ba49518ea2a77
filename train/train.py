#!/usr/bin/env python3
"""Train a network by self-play:  train/train.py sabacc [--out DIR] [--seconds 540] [--small] [--against AGENT]

It goes on from DIR/NAME.pt if that is there, so a long training can be cut into pieces. At the end of each piece DIR has the
network (NAME.net), what is needed to go on (NAME.pt), the curve (NAME.svg) and what happened (NAME.json).
"""

import argparse
import json
import os
import sys
import time
from dataclasses import replace

import torch

from batch import Games
from curve import draw
from games import SETTINGS, small
from network import export
from ppo import Trainer


def options():
    parser = argparse.ArgumentParser(description="Train a network by self-play.")
    parser.add_argument("name", choices=sorted(SETTINGS), help="what to train")
    parser.add_argument("--out", default="build-train", help="the folder for everything that is made")
    parser.add_argument("--library", default="build/libtapete.so", help="the library to play with")
    parser.add_argument("--seconds", type=float, default=540, help="how long this piece may take")
    parser.add_argument("--decisions", type=float, help="how long the whole training is, in decisions")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="threads that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="", metavar="AGENT",
                        help="play one side against this agent instead of all of them: what it does not defend against is found")
    parser.add_argument("--small", action="store_true", help="a small network and few games, for a processor without a GPU")
    return parser.parse_args()


def save(path, content):
    torch.save(content, path + ".part")
    os.replace(path + ".part", path)


def main():
    chosen = options()
    settings = SETTINGS[chosen.name]
    if chosen.small:
        settings = small(settings)
    settings = replace(settings, against=chosen.against)
    total = int(chosen.decisions or settings.decisions)
    os.makedirs(chosen.out, exist_ok=True)
    path = os.path.join(chosen.out, chosen.name)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(chosen.seed)
    if device.type == "cpu":
        torch.set_num_threads(1)  # small layers: more threads wait for each other
    else:
        torch.backends.cuda.matmul.allow_tf32 = True
    begin = time.perf_counter()

    history = []
    state = None
    if os.path.exists(path + ".pt"):
        state = torch.load(path + ".pt", map_location=device)
        history = state["history"]
        print(f"going on after {state['trainer']['decisions']:,} decisions", flush=True)
    pieces = state["pieces"] + 1 if state else 1
    games = Games(chosen.library, settings, threads=chosen.threads, seed=chosen.seed + 1000 * (pieces - 1))
    trainer = Trainer(games, settings, device)
    if state:
        trainer.restore(state["trainer"])
    trainer.prepare()
    trainer.first_window()
    print(f"{chosen.name}: {games.view_size} numbers of a view, {games.move_size} of a move, on {device.type}, "
          f"ready after {time.perf_counter() - begin:.0f} s", flush=True)

    def keep():
        save(path + ".pt", {"trainer": trainer.state(), "history": history, "pieces": pieces})

    at_first = trainer.decisions
    start = said = kept = time.perf_counter()
    trainer.seconds = dict.fromkeys(trainer.seconds, 0.0)
    while trainer.decisions < total and time.perf_counter() - begin < chosen.seconds:
        facts = trainer.iterate(trainer.decisions / total)
        now = time.perf_counter()
        if facts["entropy"] != facts["entropy"]:
            sys.exit("the training diverged: a loss is not a number")
        speed = (trainer.decisions - at_first) / (now - start)
        history.append({"decisions": trainer.decisions, "speed": speed, **facts})
        if now - said > 10 or trainer.decisions >= total:
            said = now
            length = trainer.rows / max(facts["games"], 1)
            spent = " ".join(f"{k} {v / trainer.windows * 1e3:.0f}" for k, v in trainer.seconds.items())
            print(f"{trainer.decisions / 1e6:8.1f} M decisions, {speed / 1e6:5.2f} M/s, {length:6.1f} a game, entropy "
                  f"{facts['entropy']:.3f}, kl {facts['kl']:.4f}, value error {facts['value_error']:.3f}; ms: {spent}", flush=True)
        if now - kept > 60:
            kept = now
            keep()
    keep()
    about = {"game": settings.game, "options": settings.plays, "encoding": games.encoding, "temperature": settings.temperature,
             "trained": {"command": f"train/train.py {chosen.name}" + (" --small" if chosen.small else "") +
                         (f" --against {chosen.against}" if chosen.against else ""),
                         "decisions": trainer.decisions, "of": total, "seed": chosen.seed,
                         "on": torch.cuda.get_device_name(0) if device.type == "cuda" else "a processor"}}
    trainer.forget_unseen()
    size = export(trainer.net, trainer.sample(), path + ".net", about)
    with open(path + ".json", "w") as file:
        json.dump({"settings": settings.__dict__, "history": history[:: max(1, len(history) // 400)]}, file)
    draw(history, path + ".svg", chosen.name)
    print(f"{path}.net: {size:,} bytes after {trainer.decisions:,} decisions, {time.perf_counter() - begin:.0f} s in this piece; "
          f"{(trainer.decisions - at_first) / max(time.perf_counter() - start, 1e-9):,.0f} decisions/s", flush=True)
    games.close()


if __name__ == "__main__":
    main()
