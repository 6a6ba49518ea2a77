#!/usr/bin/env bash
# Bad scripts: each file of tests/cases/bad exits with 2 and one sentence that names the file and says what is wrong, and where.
set -eu
tapete=${TAPETE:-build/tapete}
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh
bad=tests/cases/bad

# refused FILE PART: exit status 2 and one line on standard error, "tapete: FILE: ....", with PART in it.
refused() {
    local status=0 text
    text=$("$tapete" run "$1" 2>&1 >/dev/null) || status=$?
    same 2 "$status" && contains "$text" "tapete: $1: " && contains "${text#"tapete: $1: "}" "$2" || return 1
    case $text in
    *$'\n'*) echo "more than one line: $text" && return 1 ;;
    *.) return 0 ;;
    esac
    echo "not a sentence: $text"
    return 1
}

listed=''
while IFS='|' read -r name part; do
    listed+="$name.json"$'\n'
    check "$name" refused "$bad/$name.json" "$part"
done <<'END'
a-list|list
agent-with-a-bad-value|games
agent-with-an-unknown-option|speed
card-not-a-string|hands[0].sand
case-without-steps|steps
cases-and-steps|steps
chance-a-number|chance
chance-card-in-a-hand|sand S
chance-die-seven|die 7
chance-no-such-seat|first 4
chance-not-a-list|chance
chance-second-sylop|sand S
chance-token-twice|REFUND
chance-unknown-card|sand 9
chance-unknown-kind|spade 3
chips-a-boolean|reserve
chips-not-whole|reserve
chips-of-a-seat-out|seat 1 is not in play
chips-zero|chips
current-no-seat|current
current-not-in-play|current: seat 1
dice-in-token-phase|dice
die-of-seven|dice
discard-not-a-list|discard
discard-of-21|discard.sand
discard-without-blood|blood
do-a-number|do
draw-pile-count|draw_pile
draw-pile-wrong|draw_pile
drawn-fourth-copy|4 6s
drawn-from-a-pass|drawn_from
drawn-outside-keep|drawn
early-reveal-a-number|early_reveal
empty-discard|discard
empty-file|empty
expect-a-list|expect
file-cut-short|end of file
first-no-seat|first
first-not-a-number|first
first-not-in-play|first: seat 1
firsts-no-seat|firsts
five-players|players
five-sylops|5 Sylops
flag-not-a-boolean|devaluation
four-impostors|4 Impostors
four-of-a-value|4 1s
four-tokens|tokens[0]
free-draw-in-token-phase|free_draw
game-with-an-escape|there is no game
hand-of-a-seat-out|hands[1]
hand-of-one-card|hands[0]
hand-with-unknown-key|hands[0]
immune-not-a-list|immune
immune-seat-out|immune
impostor-family-unknown|impostor_family
impostor-of-another-seat|current
impostor-of-nine|impostors
impostor-phase-with-fraud|major_fraud
impostor-without-impostor|no Impostor
in-play-empty|in_play
in-play-no-seat|in_play[3]
in-play-twice|in_play[2]
keep-without-card|drawn
key-twice|duplicate
known-no-seat|known
known-without-owner|known
legal-count-negative|legal_count
legal-not-a-list|legal
legal-unknown-move|FLY
move-in-small-letters|no_token
move-with-spaces| NO_TOKEN 
moves-without-agent|moves
mulle-build-of-one-card|table[0].cards
mulle-build-seventeen|table[1].build
mulle-build-twice|table[1]: A has another build of value 7
mulle-build-unknown-field|lock
mulle-build-without-owner|table[0].owner
mulle-build-without-value|table[0].build
mulle-captured-a-list|captured
mulle-captured-third-seat|"C"
mulle-card-three-times|KL5 is named three times
mulle-card-unknown|hands.B[1]
mulle-chance-card-in-a-hand|card KL3
mulle-chance-no-such-card|card KL1
mulle-chance-starter|starter C
mulle-hands-empty-before-the-last-omgang|omg
mulle-hands-empty-in-rond-3|rond 3
mulle-implied-not-held|implied.A: no card of hand value 9
mulle-implied-one|implied.B
mulle-learn-alpha|alpha
mulle-locked-a-number|table[0].locked
mulle-mulle-twice|mulles.A[1]
mulle-omgang-beyond|omgang
mulle-omgangar-zero|omgangar
mulle-over-false|over
mulle-rond-seven|rond
mulle-score-wrong|score
mulle-session-huge|session.A
mulle-starter-c|starter
mulle-stock-not-a-list|stock
mulle-tabbe-negative|tabbe.B
mulle-to-move-number|to_move
mulle-undealt-wrong|undealt
mulle-unknown-field|tabel
mulle-view-as-position|viewer
mus-agreed-negative|agreed
mus-agreed-over-stake|lance
mus-bettor-no-seat|bettor
mus-bettor-without-pares|lance
mus-bettor-without-stake|lance
mus-card-a-number|hands
mus-card-empty|hands
mus-card-hidden|hands
mus-card-twice|hands
mus-card-unknown-rank|hands
mus-card-unknown-suit|hands
mus-card-with-two-suits|hands
mus-chance-card-of-a-hand|card Ro
mus-chance-card-twice|card Ro
mus-chance-fifth-seven|card 7
mus-chance-mano-no-seat|mano 2
mus-chance-own-discard-back|card 5
mus-chance-shuffle|shuffle
mus-chance-unknown-card|card 8
mus-chance-unknown-suit|card Rx
mus-declared-wrong|declared
mus-discarded-too-many|discarded
mus-five-kings-with-four|hands
mus-five-of-a-rank|hands
mus-five-threes|hands
mus-hand-missing|hands
mus-hand-not-a-list|hands
mus-hand-of-five|hands
mus-hand-of-three|hands[0]
mus-hands-too-many|hands
mus-juegos-enough|juegos
mus-juegos-negative|juegos
mus-juegos-of-one|juegos
mus-lance-not-an-object|object
mus-lance-outside-betting|lance
mus-lance-unknown-field|bonus
mus-mano-a-word|mano
mus-mano-negative|mano
mus-mano-no-seat|mano
mus-nine-kings|hands
mus-no-hands|hands
mus-option-best-of-11|best_of
mus-option-best-of-2|best_of
mus-option-deje|deje
mus-option-kings8|kings8
mus-option-mano-start-4|mano_start
mus-option-mano-start-of-two|option 'mano_start' is 0, 1 or random with two players, not 2
mus-option-max-raises-21|max_raises
mus-option-min-bet-0|min_bet
mus-option-min-discard|min_discard
mus-option-min-raise-0|min_raise
mus-option-mus-max-0|mus
mus-option-mus-max-k|mus
mus-option-pares-order|pares_order
mus-option-players|players
mus-option-preset|preset
mus-option-raises-0|raises
mus-option-raises-a-word|raises
mus-option-real31|real31
mus-option-reshuffle|reshuffle
mus-option-target-201|target
mus-option-target-4|target
mus-option-team-answer|team_answer
mus-option-teams|teams
mus-option-unknown|piedras
mus-option-vacas-0|vacas
mus-option-vacas-10|vacas
mus-over-and-not-over|over
mus-passed-everybody|passed
mus-passed-no-seat|passed
mus-phase-discard-without-mus|phase
mus-phase-in-small-letters|phase
mus-phase-juego-of-one-side|phase
mus-phase-juego-without-juego|phase
mus-phase-mus-without-mus|phase
mus-phase-pares-of-one-side|phase
mus-phase-pares-without-pares|phase
mus-phase-punto-with-juego|phase
mus-phase-unknown|phase
mus-players-differ|players
mus-position-a-view|viewer
mus-returned-without-suit|returned[0][0]: a card with its suit
mus-score-a-word|score
mus-score-at-target|score
mus-score-negative|score
mus-score-not-whole|score
mus-score-of-three|score
mus-score-of-two-in-ffa|score
mus-score-over-target|score
mus-stake-over-target|lance
mus-stake-without-bettor|lance
mus-stock-with-a-card-of-a-hand|stock
mus-three-players|players
mus-to-act-another|to_act
mus-unknown-field|pot
mus-vacas-enough|vacas
mus-winner-before-the-end|winner
negative-chips|reserve[0]
negative-pot|pot[1]
no-game|game
no-hand-for-a-seat-in|hands[1]
no-steps|steps
not-json|line 1, column 30
nul-in-a-move|line 1
one-player|players
options-a-list|options
over-and-not-over|over
over-in-token-phase|over
passed-no-seat|passed
players-a-word|players
players-too-many|players
position-and-options-differ|players
position-is-a-list|position
position-with-nothing-in-it|discard
position-without-hands|hands
prime-a-word|prime
prime-die-without-dice|dice
prime-of-nine|prime
print-unknown|print
reason-without-illegal|reason
reserve-too-short|reserve
revealed-too-short|revealed
round-101|round
round-zero|round
same-token-option|REFUND
score-a-word|score
score-of-a-seat-in-play|score[0]
seed-a-word|seed
seed-negative|seed
seed-not-whole|seed
seed-too-big|too big
step-not-an-object|steps
steps-an-object|steps
text-after-the-end|end of file expected
three-dice|dice
token-in-a-list|tokens[0][0]
token-twice|REFUND
too-deep|depth
too-many-chips|reserve[0]
too-many-chips-in-all|chips in all
turn-four|turn
turn-zero|turn
two-actions-in-a-step|steps[0]
two-tokens-option|tokens
unknown-agent|grandmaster
unknown-agent-to-the-end|grandmaster
unknown-card|hands[0].sand
unknown-game|poker
unknown-option|colour
unknown-phase|phase
unknown-position-key|bonus
unknown-script-key|players
unknown-step-key|jump
unknown-token|BRIBE
unknown-token-option|BRIBE
value-without-impostor|impostors
view-a-word|view
view-as-a-position|viewer
view-no-seat|view
winner-before-the-end|winners
winner-no-seat|winners
with-comment|line 1, column 20
END
check 'every bad script is listed here' same "$(LC_ALL=C ls $bad)" "$(printf %s "$listed" | LC_ALL=C sort)"
finish
