#!/usr/bin/env bash
# Every public header compiles alone, as C11 and as C++17. The rules of every game compile without a C library, in both
# languages and for WebAssembly, from a file that includes nothing else.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

warnings=(-Wall -Wextra -Wpedantic -Werror)
freestanding=(-ffreestanding -fno-builtin -Wall -Wextra -Werror)
alone=$(mktemp -d)
trap 'rm -rf "$alone"' EXIT

# compiles HEADER COMPILER OPTIONS...: a file with nothing but this header.
compiles() {
    local header=$1
    shift
    printf '#include "%s"\n' "$header" | "$@" -I include -I src -I examples -c -o "$alone/object" -
}

for path in include/tapete/*.h; do
    header=${path#include/}
    check "$header as C11 with gcc" compiles "$header" gcc -x c -std=c11 "${warnings[@]}"
    check "$header as C11 with clang" compiles "$header" clang -x c -std=c11 "${warnings[@]}"
    check "$header as C++17 with g++" compiles "$header" g++ -x c++ -std=c++17 "${warnings[@]}"
    check "$header as C++17 with clang++" compiles "$header" clang++ -x c++ -std=c++17 "${warnings[@]}"
done

rules=0
for path in src/games/*/rules.h examples/*/rules.h; do
    [ -e "$path" ] || continue
    rules=$((rules + 1))
    header=${path#src/}
    header=${header#examples/}
    check "$header freestanding as C11 with gcc" compiles "$header" gcc -x c -std=c11 "${freestanding[@]}"
    check "$header freestanding as C11 with clang" compiles "$header" clang -x c -std=c11 "${freestanding[@]}"
    check "$header freestanding as C++17 with g++" compiles "$header" g++ -x c++ -std=c++17 "${freestanding[@]}"
    check "$header freestanding as C++17 with clang++" compiles "$header" clang++ -x c++ -std=c++17 "${freestanding[@]}"
    check "$header for WebAssembly" compiles "$header" \
        clang -x c -std=c11 --target=wasm32 -O2 "${freestanding[@]}"
done
check 'there are games with rules' [ "$rules" -gt 0 ]

finish
