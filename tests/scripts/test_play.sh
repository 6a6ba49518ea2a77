#!/usr/bin/env bash
# tapete play and tapete replay through a pipe: whole games, every command, bad input, crashes, full disks, exit codes.
# shellcheck disable=SC2012,SC2059
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/scripts/program.sh
cd "$room" || exit 1
shelf="$XDG_DATA_HOME/tapete/records"

# play INPUT ARGUMENT...: a game in plain words against random players; leaves $output and $status.
play() {
    local input=$1
    shift
    status=0
    output=$(printf "$input" | "$tapete" play "$@" --plain 2>"$room/messages") || status=$?
    messages=$(cat "$room/messages")
}
new() { # new INPUT ARGUMENT...: a new seeded game
    local input=$1
    shift
    play "$input" sabacc --seed 7 --vs random "$@"
}
lacks() {
    case $1 in *"$2"*) ;; *) return 0 ;; esac
    printf 'did not expect to find: %s\nin: %s\n' "$2" "$1"
    return 1
}
count_of() { grep -c -- "$2" <<<"$1"; }
newest() { ls -t "$shelf"/*.jsonl | head -n 1; }
to_the_end=$(printf '1\\n%.0s' {1..400})

# widest TEXT: the columns of its widest line.
widest() { wc -L <<<"$1"; }
"$tapete" play sabacc --seed 7 --vs random --plain --record whole.jsonl <<<"$(yes 1 | head -n 400)" >/dev/null

# ---- a whole game ----
new "$to_the_end"
check 'a game played to its end is exit 0' same 0 "$status"
check 'nothing is said on stderr' same '' "$messages"
check 'the deal is sealed before the first card' contains "$output" 'The cards are fixed in advance (hash '
check 'the winner is named' contains "$output" ', the winner.'
check 'the last reveal is shown' contains "$output" 'The last reveal, round '
check 'a first game is told as such' contains "$output" 'Your first game of Kessel Sabacc: '
record=$(sed -n 's/^The record is in //p' <<<"$output")
check 'the record lies on the shelf' same "$(newest)" "$record"
check 'the record is readable by its owner alone' same 600 "$(stat -c %a "$record")"
check 'the shelf is open to its owner alone' same 700 "$(stat -c %a "$shelf")"
check 'the key is not left beside a finished record' test ! -e "$record.key"
check 'the record verifies' "$tapete" verify "$record"
check 'it is the last game, which need not be named' grep -qx '  tapete verify' <<<"$output"
check 'and is verified without a name' same "$record:
$("$tapete" verify "$record")" "$("$tapete" verify)"
check 'and gone through' same "$("$tapete" replay "$record")" "$("$tapete" replay)"
check 'there is no colour in a pipe' lacks "$output" $'\033'
check 'plain words have no boxes' lacks "$output" '│'
first=$(sed -n 's/^You: \([+-][0-9]*\) points.*/\1/p' <<<"$output")
new "$to_the_end" --option players=2
second=$(sed -n 's/^You: \([+-][0-9]*\) points.*/\1/p' <<<"$output")
check 'scores add up over games' contains "$output" "Your last two games of Kessel Sabacc: $(printf %+d $((first + second))) points in total."
new "1\nundo\n$to_the_end"
check 'a game with undo does not count' contains "$output" 'does not count in the sum of your last three'
new "$to_the_end"
check 'and is left out of the sum' contains "$output" "Your last three games of Kessel Sabacc: $(printf %+d $((first + second + first))) points in total."

# ---- what can be typed ----
new '?\n'
for word in help hint undo table log rules save load quit; do
    check "help lists $word" grep -q "^$word" <<<"$output"
done
new 'h\n'
check 'a hint has a percentage for every move' same "$(grep '^[0-9]*\. ' <<<"$output" | grep -vc ' % ')" "$(count_of "$output" '^[0-9]*\. .*: [0-9.]* % +/- ')"
first_hint=$output
new 'hint\n'
check 'the same game gets the same hint' same "$(grep % <<<"$first_hint")" "$(grep % <<<"$output")"
new 'rules\n'
check 'rules tells the rules' contains "$output" 'Pure Sabacc'
check 'rules tells the options' contains "$output" 'players = 4'
new 'NO TOKEN\nPass\nlog\nq\n'
check 'moves are known by name in any case' contains "$output" 'You pass.'
check 'log tells what happened' same 2 "$(count_of "$output" '^You pass\.$')"
check 'quit is exit 0' same 0 "$status"
check 'quit says how to go on' contains "$output" 'tapete play --resume'
new 'no\np\n'
check 'the beginning of a name is enough' contains "$output" 'You pass.'
new 'no\ntake blood\n'
check 'a name of two words is known' contains "$output" 'You take the open Blood'
new 'table\n'
check 'table shows the table again' same 2 "$(count_of "$output" '^Sand: ')"

# ---- bad input ----
new 'no\nfrobnicate\ndraw\n99\nkeep\nundo 3\n%%s%%n\n\001\033[2J\np\n'
check 'an unknown word is answered' contains "$output" '"frobnicate" is neither a move nor a command'
check 'an ambiguous word is answered' contains "$output" '"draw" could be draw Sand (2) or draw Blood (3)'
check 'a number that is too high is answered' contains "$output" 'There is no move 99: type a number from 1 to 5'
check 'a move that is not possible now is explained' contains "$output" '"keep" cannot be played now.'
check 'an argument that does not belong is answered' contains "$output" 'Type "undo" alone'
check 'format characters are only text' contains "$output" '"%s%n" is neither'
check 'control characters are not printed' lacks "$output" $'\033'
check 'and nothing is lost' contains "$output" 'You pass.'
long=$(head -c 9000 /dev/zero | tr '\0' x)
new "no\n$long\np\n"
check 'an endless line is one wrong line' contains "$output" 'You pass.'
new '\n\nno\n'
check 'an empty line lists the moves again' same 0 "$status"

# ---- undo, save and load ----
new 'undo\n'
check 'undo at the first decision has nothing to take back' contains "$output" 'There is nothing to take back'
new 'no\ndraw sand\nundo\nundo\ndraw sand\n'
check 'undo goes back a decision at a time' same 2 "$(count_of "$output" '^Taken back')"
check 'and back in the token phase a draw is refused' contains "$output" '"draw sand" cannot be played now.'
new 'no\ndraw sand\nundo\ndraw sand\n'
check 'after undo the same card comes again' same 1 "$(grep '^You draw' <<<"$output" | sort -u | wc -l)"
new 'no\nsave here.jsonl\np\nno\nload here.jsonl\np\nlog\n'
check 'save says where' contains "$output" 'Saved as here.jsonl'
check 'a save is readable by its owner alone' same 600 "$(stat -c %a here.jsonl)"
check 'load goes back to what was saved' contains "$output" 'Loaded here.jsonl.'
check 'and the game goes on from there' same 1 "$(sed '1,/^Your move: log/d' <<<"$output" | grep -c '^You pass\.$')"
check 'a save is a record' "$tapete" replay here.jsonl
before=$(cksum <here.jsonl)
new 'load here.jsonl\np\nq\n'
check 'playing on leaves the save as it is' same "$before" "$(cksum <here.jsonl)"
new 's\nload\n'
check 'save and load have a usual name' contains "$output" 'Loaded sabacc-save.jsonl.'
printf 'precious\n' >letter.txt
new 'no\nsave letter.txt\nload letter.txt\nload missing.jsonl\np\n'
check 'save does not replace a file that is no game' contains "$output" 'letter.txt exists and is not a saved game'
check 'and the file is as it was' same precious "$(cat letter.txt)"
check 'load of something else is refused' contains "$output" 'Nothing was loaded, your game continues:'
check 'and the game goes on' contains "$output" 'You pass.'
new 'load '"$record"'\n'
check 'a finished game cannot be loaded' contains "$output" 'is over; watch it with: tapete replay'
status=0
output=$(printf 'save own.jsonl\nq\n' | "$tapete" play sabacc --seed 7 --vs random --plain --record own.jsonl) || status=$?
check 'the own record is not overwritten by save' contains "$output" "own.jsonl is this game's own record"
play 'q\n' sabacc --record own.jsonl
check 'a record does not replace a file' same 2 "$status"

# ---- leaving and coming back ----
new 'no\n'
check 'the end of the input is exit 0' same 0 "$status"
check 'and the game is kept' contains "$output" 'The game is saved.'
check 'the key of a running game lies beside it' same 600 "$(stat -c %a "$(newest).key")"
play '' mulle --resume
check 'of another game there is none' same 2 "$status"
check 'and how to begin one is told' contains "$messages" 'start one with: tapete play mulle'
play 'q\n' mulle --vs mulle-greedy
play 'p\nlog\n' --resume sabacc
check 'resume goes on where it was' contains "$output" 'You pass.'
check 'resume GAME takes the last one of it, not the last of all' contains "$output" 'Kessel Sabacc'
check 'resume tells how far it is' grep -q '^Continuing after [1-9][0-9]* move' <<<"$output"
rm "$shelf"/mulle-*
play "$to_the_end" --resume
check 'a resumed game comes to its end' contains "$output" ', the winner.'
check 'and its record verifies' "$tapete" verify "$(sed -n 's/^The record is in //p' <<<"$output")"

# serve SIGNAL: a game that waits for input when the signal comes; leaves $status.
mkfifo pipe
serve() {
    "$tapete" play sabacc --seed 9 --vs random --plain <pipe >served.txt 2>&1 &
    local server=$!
    exec 9>pipe
    printf 'no\npass\n' >&9
    until grep -q '^You pass' served.txt 2>/dev/null || ! kill -0 "$server"; do
        sleep 0.05
    done
    play '' --resume "$(newest)"
    kill "-$1" "$server"
    exec 9>&-
    wait "$server" 2>/dev/null
    served=$?
}
serve KILL
check 'a game that another program plays is refused' same 2 "$status"
check 'and the reason is told' contains "$messages" 'another program is playing'
play 'log\n' --resume
check 'after kill -9 the game goes on' contains "$output" 'You pass.'
play "$to_the_end" --resume
check 'to its end' contains "$output" ', the winner.'
check 'and its record verifies too' "$tapete" verify "$(sed -n 's/^The record is in //p' <<<"$output")"
serve TERM
check 'SIGTERM ends with its code' same 143 "$served"
check 'and keeps the game' contains "$(cat served.txt)" 'The game is saved.'
serve INT
check 'SIGINT without a terminal leaves with 130' same 130 "$served"
printf 'no\npass\n' | "$tapete" play sabacc --seed 7 --vs random 2>noise.txt | head -n 1 >/dev/null
check 'a closed pipe ends quietly' same '' "$(cat noise.txt)"
rm -rf "$shelf"
play '' --resume
check 'nothing to resume is exit 2' same 2 "$status"
check 'and is told' contains "$messages" 'there is no unfinished game in'

# ---- a disk that is full, a shelf that cannot be written ----
full_disk() { (ulimit -f 2 && printf "$1" | "$tapete" play sabacc --seed 7 --vs random --plain --record "$2" 2>&1); }
output=$(full_disk "save small.jsonl\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\nsave small.jsonl\n$to_the_end" full.jsonl)
check 'a record that cannot be written is told once' same 1 "$(count_of "$output" 'The record could not be written')"
check 'a save that cannot be written is told' contains "$output" 'The game is not saved: '
check 'the old save is still there' "$tapete" replay small.jsonl --plain
check 'and nothing else' same '' "$(find . -maxdepth 1 -type f ! -name '*.jsonl' ! -name '*.jsonl.key' ! -name '*.txt' ! -name messages)"
check 'the game goes on to its end' contains "$output" ', the winner.'
status=0
output=$(printf "$to_the_end" | XDG_DATA_HOME=/dev/null/nowhere "$tapete" play sabacc --seed 7 --vs random --plain 2>&1) || status=$?
check 'without a shelf a game is still played' same 0 "$status"
check 'and the person is told once' same 1 "$(count_of "$output" 'This game is not recorded')"
output=$(printf 'q\n' | env -u XDG_DATA_HOME -u HOME "$tapete" play sabacc --seed 7 --vs random --plain 2>&1)
check 'without a home too' contains "$output" 'This game is not recorded'

# ---- the command line ----
refused() { # refused NAME PART ARGUMENT...
    local name=$1 part=$2
    shift 2
    status=0
    output=$("$tapete" play "$@" 2>&1 </dev/null) || status=$?
    check "$name is exit 2" same 2 "$status"
    check "$name: the answer helps" contains "$output" "$part"
}
refused 'no game' 'name the game'
refused 'an unknown game' sabacc sabac
refused 'an unknown language' 'the languages are: fr, en, es, sv, zh' sabacc --lang fro
refused 'an unknown agent' random sabacc --vs randon
refused 'too many agents' 'name one agent for all other seats, or 3' sabacc --vs random,random
refused 'a seat that is not there' 3 sabacc --seat 4
refused 'a bad option' 4 sabacc --option players=9
refused 'a new deal for an old game' 'leave out --seed' --resume --seed 3
refused 'a record that is not there' missing.jsonl --resume missing.jsonl
refused 'a finished game' 'is over' --resume whole.jsonl
new 'q\n' --lang en --seat 3
check 'another seat can be chosen' contains "$output" 'You sit at seat 3'

# ---- tables ----
output=$(printf 'no\n' | TAPETE_TABLE=generic "$tapete" play sabacc --seed 7 --vs random)
check 'the generic table shows the view' grep -q 'reserve' <<<"$output"
check 'the generic table hides what the view hides' grep -q 'sand ?, blood ?' <<<"$output"
output=$(printf 'no\n' | TAPETE_TABLE=generic "$tapete" play mus --seed 3 --vs random --plain)
check 'it names the seats that a field means' grep -q 'mano You' <<<"$output"
check 'and leaves out what is said elsewhere' test "$(grep -c 'viewer\|to act' <<<"$output")" = 0
output=$(printf 'no\n' | "$tapete" play sabacc --seed 7 --vs random)
check 'the table is drawn' contains "$output" '╭───╮'
check 'the table fits 80 columns' same 80 "$(widest "$output")"
output=$(printf 'no\n' | COLUMNS=40 "$tapete" play sabacc --seed 7 --vs random)
check 'the table fits 40 columns' test "$(widest "$output")" -gt 30 -a "$(widest "$output")" -le 40
output=$(printf 'no\n' | LC_ALL=C "$tapete" play sabacc --seed 7 --vs random)
check 'without UTF-8 cards are drawn too' contains "$output" '.---.'
check 'and everything is ASCII' same '' "$(LC_ALL=C tr -d '\11\12\40-\176' <<<"$output")"

# ---- replay ----
output=$("$tapete" replay whole.jsonl --plain)
check 'a finished game is replayed with every card open' contains "$output" 'with every card open'
check 'a seed is noted' contains "$output" 'The cards came from a seed'
check 'the replay ends with the scores' grep -q '^Human 0: [+-][0-9]* points' <<<"$output"
output=$("$tapete" replay whole.jsonl --plain --seat 1)
check 'a seat sees its own cards' grep -q 'You get Sand' <<<"$output"
check 'and not those that others draw' grep -Eq '(Human 0|Random [23]) draws from the (Sand|Blood) pile' <<<"$output"
printf 'no\nundo\nno\n' | "$tapete" play sabacc --seed 7 --vs random --plain --record part.jsonl >/dev/null
output=$("$tapete" replay part.jsonl --plain)
check 'an unfinished game is replayed as it lies' contains "$output" 'The game is not finished'
check 'its hands are hidden' contains "$output" 'Human 0: 8 chips, 0 in the pot. Sand unknown, Blood unknown.'
check 'undo is noted' contains "$output" 'Moves were taken back'
head -c -5 part.jsonl >cut.jsonl
output=$("$tapete" replay cut.jsonl --plain)
check 'a last line that was cut off is noted' contains "$output" 'The last line was cut off'
status=0
output=$("$tapete" replay letter.txt 2>&1) || status=$?
check 'a file that is no record is exit 2' same 2 "$status"
status=0
output=$("$tapete" replay whole.jsonl --seat 7 2>&1) || status=$?
check 'a seat that is not there is exit 2' same 2 "$status"

# ---- standard files that are closed ----

(yes 1 2>/dev/null || true) | "$tapete" play sabacc --vs random --seed 1 --record closed.jsonl >&- 2>/dev/null
check 'what cannot be printed does not get into the record' same '{"tapete"' "$(head -c 9 closed.jsonl)"
output=$("$tapete" play sabacc --vs random --plain <&-)
check 'a record is not read as what the player types' lacks "$output" '"deal"'

# ---- a game from a file ----

new "1\\nsave early.jsonl\\nload early.jsonl\\n$to_the_end"
check 'a loaded game is marked' contains "$output" 'moves may have been taken back'
check 'and is left out of the total' lacks "$output" 'first game of'
before=$(cksum early.jsonl)
play "$to_the_end" --resume early.jsonl
check 'a save stays as it is when it is resumed' same "$before" "$(cksum early.jsonl)"
check 'what was left for a save is put aside' test -e "$(ls "$shelf"/*.jsonl.left)"

finish
