#!/bin/sh
# Plays Bruno as a careful beginner does: the lowest card that is legal, with all its copies, and function cards (2, 3, 10) only when
# nothing else will do. In other games it makes the first legal move.
#
#     tapete play bruno --vs exec:examples/bots/low_bot.sh
#
# Nothing here but a shell: what is needed of the JSON is cut out of the line. docs/write-a-bot.md explains the messages.

# How gladly a move is made: less is better. Moves of Bruno are a rank and how many copies, "4x1", or FLIP and PICKUP.
cost_of() {
    case $1 in
    [4-9]x*) cost=${1%%x*} ;;
    Jx*) cost=11 ;;
    Qx*) cost=12 ;;
    Kx*) cost=13 ;;
    Ax*) cost=14 ;;
    2x* | 3x* | 10x*) cost=$((20 + ${1%%x*})) ;;
    *) cost=50 ;;
    esac
}

decide() {
    rest=${line#*'"legal":['}
    best='' best_cost=''
    while :; do
        case $rest in *'"move":"'*) ;; *) break ;; esac
        rest=${rest#*'"move":"'}
        move=${rest%%'"'*}
        cost_of "$move"
        # Of moves that are as good, more copies come later; elsewhere than in Bruno the first one counts.
        if [ -z "$best" ] || [ "$cost" -lt "$best_cost" ] || { [ "$cost" -eq "$best_cost" ] && [ "$cost" -lt 50 ]; }; then
            best=$move best_cost=$cost
        fi
    done
    printf '{"move":"%s"}\n' "$best"
}

while read -r line; do
    case $line in '{"is":"decide",'*) decide ;; esac
done
