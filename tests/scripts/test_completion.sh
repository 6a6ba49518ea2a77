#!/usr/bin/env bash
# Completion: the bash script is sourced and asked, as the shell would; those for zsh and fish are checked by their shells where they
# are installed.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/scripts/tap.sh

tapete=${TAPETE:-build/tapete}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

check 'bash prints' bash -n <("$tapete" completion bash)
# shellcheck disable=SC1090
. <("$tapete" completion bash)

# offers EXPECTED WORD...: what is offered for the last word, in one line.
offers() {
    local wanted=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _tapete
    same "$wanted" "${COMPREPLY[*]-}"
}

# among WORD WORD...: the first is offered for the last.
among() {
    local wanted=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _tapete
    contains " ${COMPREPLY[*]-} " " $wanted "
}

check 'the function is registered' contains "$(complete -p tapete)" '-F _tapete'
check 'commands' among bench tapete ''
check 'commands after what is loaded' among bench tapete --load a.so --load = b.so ''
check 'files to load' among meson.build tapete --load meson.bui
check 'games after what is loaded' offers 'sabacc' tapete --load a.so play sab
check 'a command that is begun' offers 'replay' tapete rep
check 'hidden commands are not offered' offers '' tapete complet
check 'games' among sabacc tapete bench ''
check 'a game that is begun' offers 'sabacc' tapete play sab
check 'flags' among --signature tapete bench sabacc --s
check 'a flag that is begun' offers '--threads' tapete bench sabacc --thr
check 'help is a flag of every command' among --help tapete games --
check 'agents' among flatmc tapete bench sabacc --agent ''
check 'an agent that is begun' offers 'random' tapete play sabacc --vs ran
check 'an agent after a comma' offers 'random,flatmc' tapete play sabacc --vs random,fl
check 'an agent after an equals sign, as bash splits it' offers 'random' tapete play sabacc --vs = ran
check 'all agents right after the equals sign' among random tapete play sabacc --vs =
check 'options of the game' among players= tapete bench sabacc --option ''
check 'an option that is begun' offers 'players=' tapete bench sabacc --option pl
check 'no words for a number' offers '' tapete bench sabacc --threads ''
check 'shells' offers 'bash fish zsh' tapete completion ''
check 'commands after help' among verify tapete help ''
check 'commands within a command' among ban tapete admin ''
check 'one of them that is begun' offers 'sessions' tapete admin ses
check 'its own flags' among --why tapete admin ban --
check 'words for its flags' among playing tapete admin tables --phase ''
touch "$room/one.json"
check 'files' offers "$room/one.json" tapete run "$room/o"

check 'every command is in the bash script' bash -c '
    for command in $("$1" help | sed -n "s/^  \([a-z-]*\) .*[.]$/\1/p"); do
        grep -q "^    '\''$command'\'')" <("$1" completion bash) || { echo "$command"; exit 1; }
    done' _ "$tapete"

if command -v zsh >/dev/null; then
    check 'zsh accepts its script' zsh -n <("$tapete" completion zsh)
else
    check 'zsh prints its script' contains "$("$tapete" completion zsh)" '#compdef tapete'
fi
if command -v fish >/dev/null; then
    check 'fish accepts its script' fish --no-execute <("$tapete" completion fish)
else
    check 'fish prints its script' contains "$("$tapete" completion fish)" 'complete -c tapete'
fi

finish
