# shellcheck shell=bash
# A real terminal (tmux) of 80x24 with a waiting shell in $room, whose prompt is "ready> ". For tests in shell: source it from the root of the project; it
# takes program.sh along.

. tests/scripts/program.sh
unset TMUX

server="tapete-test-$$"
on_screen() { tmux -L "$server" "$@"; }
trap 'on_screen kill-server 2>/dev/null; rm -rf "$room"' EXIT
cat >"$room/shell" <<SHELL
cd "$room"
export TERM=screen-256color PS1='ready> ' HISTFILE=
exec bash --norc --noprofile
SHELL
on_screen -f /dev/null -u new-session -d -s game -x 80 -y 24 "bash '$room/shell'"
on_screen set-option -g history-limit 20000 >/dev/null
on_screen set-option -g window-size manual >/dev/null

screen() { on_screen capture-pane -p -t game; }
keys() { on_screen send-keys -t game "$@"; }
type_line() { keys -l "$1" && keys Enter; }

patience=60 # seconds: the machine may be busy

# wait_for PATTERN: until the last line with text on the screen matches; fails after all patience.
wait_for() {
    local last='' end=$((SECONDS + patience))
    while [ "$SECONDS" -lt "$end" ]; do
        last=$(screen | sed '/^ *$/d' | tail -n 1)
        [[ $last =~ $1 ]] && return 0
        sleep 0.05
    done
    printf 'waited for: %s\nthe screen ends with: %s\n' "$1" "$last"
    return 1
}

# shown PATTERN: until it is somewhere on the screen.
shown() {
    local end=$((SECONDS + patience))
    while [ "$SECONDS" -lt "$end" ]; do
        screen | grep -q -e "$1" && return 0
        sleep 0.05
    done
    printf 'waited for: %s\non the screen:\n' "$1"
    screen
    return 1
}

# ask_shell COMMAND: run it in the waiting shell and give what it prints.
ask_shell() {
    local end=$((SECONDS + patience))
    rm -f "$room/answer.txt"
    type_line "$1 >answer.part; mv answer.part answer.txt; clear"
    while [ "$SECONDS" -lt "$end" ]; do
        [ -e "$room/answer.txt" ] && break
        sleep 0.05
    done
    wait_for '^ready> *$' >/dev/null
    cat "$room/answer.txt"
}
