#!/usr/bin/env bash
# Mus in a real terminal (tmux) of 80x24, each preset from the deal to the end: the table and the moves fit the window at every question,
# no line is broken, all cards are shown at the end, and the record verifies.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/terminal.sh

# type_line TEXT: and wait until it is seen.
type_line() {
    local before
    before=$(screen)
    on_screen send-keys -t game -l "$1"
    for _ in {1..500}; do
        [ "$(screen)" != "$before" ] && break
        sleep 0.02
    done
    on_screen send-keys -t game Enter
}
# goes_on: press Enter, and wait until something has come of it.
goes_on() {
    local before
    before=$(screen)
    on_screen send-keys -t game Enter
    for _ in {1..500}; do
        [ "$(screen)" != "$before" ] && break
        sleep 0.02
    done
}
now=''
counts=0
asked=0
# settled: until the screen ends with a question or the shell; fails after ten seconds. Its text is in $now.
settled() {
    for _ in {1..500}; do
        now=$(screen | sed '/^ *$/d')
        [[ ${now##*$'\n'} =~ ^(Your\ move:|ready\>|Enter\ goes\ on\.|n:\ a\ new\ game.*)\ *$ ]] && return 0
        sleep 0.02
    done
    printf 'the screen ends with: %s\n' "${now##*$'\n'}"
    return 1
}
# An answer that keeps a game going and shows all of it: bets, refusals, changed cards.
answer() {
    case $now in
    *' no quiero '*) [ $((asked % 3)) = 0 ] && echo quiero || echo paso ;;
    *' paso '*) [ $((asked % 4)) = 0 ] && echo envido || echo paso ;;
    *' no mus '*) [ $((asked % 3)) = 2 ] && echo 'no mus' || echo mus ;;
    *) echo $((asked % 5 + 1)) ;;
    esac
}

# play PRESET: a match to the end. Every question has one table, whole, and no line of it is broken.
play() {
    rm -rf "$room/data"
    counts=0
    type_line "clear; '$tapete' play mus --lines --seed 11 --vs mus-bot --pace instant --option preset=$1 --option target=15"
    for ((asked = 0; asked < 150; asked++)); do
        settled || return 1
        [ "${now##*$'\n'}" = 'ready>' ] && break
        # The cards of a hand that is over, and the end, stand until Enter is pressed.
        case ${now##*$'\n'} in
        'Enter goes on.'*)
            counts=$((counts + 1))
            goes_on
            continue
            ;;
        'n: '*)
            goes_on
            continue
            ;;
        esac
        if ! grep -q '^── Mus ─' <<<"$now" || [ "$(grep -c '^▶ You' <<<"$now")" != 1 ]; then
            printf 'the table is not whole:\n%s\n' "$now"
            return 1
        fi
        type_line "$(answer)"
    done
    ((asked > 5 && asked < 150)) && return 0
    echo "$asked questions"
    return 1
}

settled >/dev/null
for preset in F4 S2 F2 X4; do
    play "$preset" >"$room/$preset.txt" && played=yes || played=$(cat "$room/$preset.txt")
    check "$preset is played to its end, with the whole table at every question" same yes "$played"
    check "$preset: all cards are shown" contains "$now" '── The last hand ─'
    check "$preset: the cards of the hands before it were shown" test "$counts" -gt 0
    check "$preset: there is a winner" contains "$now" '★'
    check "$preset: the record verifies" "$tapete" verify "$room"/data/tapete/records/*.jsonl
    [ "$played" = yes ] || { on_screen send-keys -t game C-c C-c && settled >/dev/null; }
done
finish
