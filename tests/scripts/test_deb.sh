#!/usr/bin/env bash
# The Debian packages in a clean Debian 12 that is running: they install, systemd starts the service, which serves the page and games, programs are built with the
# library, and nothing is left behind. Needs root and the network, for the clean system. Part of `make soak`.
#
#     test_deb.sh [DIR]     with the packages in DIR instead of new ones
set -eu
packages=$(realpath "${1:-.}")
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

room=$(mktemp -d)
root=$room/root
init=
cleanup() {
    [ -z "$init" ] || kill -KILL "$init" 2>/dev/null || true
    wait
    rm -rf "$room"
}
trap cleanup EXIT
bail_out() {
    tail -n 30 "$2" >&2
    echo "Bail out! $1"
    exit 1
}

# The release is the same from two clones at two paths.
for clone in one 'the other'; do
    git clone -q . "$room/$clone"
    (cd "$room/$clone" && TZ=Asia/Tokyo scripts/make-dist dist >/dev/null 2>&1)
done
check 'the release is the same to the byte, wherever it is made' cmp "$room"/*/dist/*.tar.gz

if [ $# = 0 ]; then
    packages=$room/debs
    version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
    git -C "$room/one" tag --force "v$version" >/dev/null
    rm -rf "$room/one/dist"
    (cd "$room/one" && scripts/make-release "$packages") >"$room/build.log" 2>&1 || bail_out 'the release could not be built' "$room/build.log"
    check 'the sums of the release are right' sh -c 'cd "$1" && sha256sum --check --quiet SHA256SUMS' - "$packages"
    check 'they cover the tarball and every package' same "$(cd "$packages" && ls -- *.tar.gz *.deb)" "$(cut -d' ' -f3 "$packages/SHA256SUMS" | sort)"
fi
# A publisher puts an address of their own there.
check 'lintian finds nothing wrong with them' lintian --allow-root --fail-on error,warning \
    --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog "$packages"/*.changes

# ---- a clean Debian ----

mirror=$(sed -n 's/^\(deb\|URIs:\) *\(\[[^]]*\] *\)\?\(http[^ ]*\).*/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
# adduser comes with the server, and may stay.
mmdebstrap --quiet --variant=minbase --include=adduser,ca-certificates,curl,g++,pkg-config,systemd bookworm "$root" "${mirror:-http://deb.debian.org/debian}"
clean=(/usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
mkdir "$root/given"
cp "$packages"/*tapete*_*.deb examples/duel.cpp "$root/given"
rm -f "$root"/given/*-dbgsym_*
# Once it runs it has a network of its own, in which no port is taken and nothing can be downloaded.
chroot "$root" "${clean[@]}" sh -c 'apt-get update -qq && apt-get install -qq -y --no-install-recommends --download-only /given/*.deb' >"$room/apt.log" 2>&1 ||
    bail_out 'what the packages need could not be downloaded' "$room/apt.log"

SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --directory="$root" --register=no --keep-unit --private-network --console=pipe --boot \
    </dev/null >"$room/boot.log" 2>&1 &
machine=$!
inside() { nsenter --target "$init" --all -- "${clean[@]}" "$@"; }
is_running() {
    init=$(pgrep -P "$machine") || return 1
    case $(inside systemctl is-system-running --wait 2>/dev/null) in running | degraded) ;; *) return 1 ;; esac
}
for _ in $(seq 600); do
    ! is_running || break
    sleep 0.1
done
is_running || bail_out 'the clean system does not start in a container of systemd-nspawn' "$room/boot.log"

# What is there: files, users. Caches, logs and times are the business of apt, dpkg and systemd.
state() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./given -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/backups \
        -o -path ./var/lib/dpkg -o -path ./var/lib/systemd/timers -o -path ./tmp -o -path ./run \) -prune -o -print | LC_ALL=C sort)
    cut -d : -f 1 "$root/etc/passwd" "$root/etc/group" | sort
}
before=$(state)

# ---- the packages ----

check 'the packages install' inside sh -c 'apt-get install -y --no-install-recommends /given/*.deb'
check 'the program runs' inside tapete --version
# Moves are chosen by their number, and the game is as its record says.
game='yes 1 | timeout 60 tapete play sabacc --plain --seed 1 --vs random --record /tmp/game.jsonl >/tmp/game.txt && grep -q "the winner" /tmp/game.txt'
check 'a game is played in the terminal' inside sh -c "$game && tapete verify /tmp/game.jsonl"
check 'the manual is there' inside test -f /usr/share/man/man1/tapete.1.gz
check 'the example in C++ is built with the library, and plays' inside sh -c \
    'g++ -std=c++17 /given/duel.cpp -o /tmp/duel $(pkg-config --cflags --libs tapete) && /tmp/duel mulle mulle-greedy random 20'

# ---- the service ----

service=tapete-server.service
check 'systemd finds nothing wrong with the service' inside systemd-analyze verify --man=no "/lib/systemd/system/$service"
check 'the service is shut off from the rest of the machine' inside systemd-analyze security --offline=true --threshold=20 "$service"
check 'it would start with the machine' inside systemctl is-enabled "$service"
serves() { inside curl -sf --retry 30 --retry-connrefused --retry-delay 1 "http://127.0.0.1:8080$1"; }
page=$(serves / 2>/dev/null || true)
check 'it runs, and serves the page' contains "$page" '<title>'
script=$(sed -n 's/.*<script[^>]* src="\([^"]*\)".*/\1/p' <<<"$page" | head -n 1)
check 'with its program' serves "$script"
process=$(inside systemctl show --property=MainPID --value "$service")
check 'as its own user' same tapete "$(inside stat -c %U "/proc/$process")"
check 'which can become nobody else, and may not ask the system for everything' same $'CapBnd 0000000000000000\nNoNewPrivs 1\nSeccomp 2' \
    "$(inside sed -n 's/^\(CapBnd\|NoNewPrivs\|Seccomp\):\t/\1 /p' "/proc/$process/status")"
check 'its database is its own' same $'/var/lib/tapete tapete 700\n/var/lib/tapete/server.db tapete 600' \
    "$(inside stat -c '%n %U %a' /var/lib/tapete /var/lib/tapete/server.db)"
check 'a game is played at it' inside sh -c 'yes "no token
pass
die1" | head -n 1500 | timeout 60 tapete join http://127.0.0.1:8080 --game sabacc --vs random --option players=2 chips=2 --plain | grep "the winner"'
check 'and many at once' inside tapete load http://127.0.0.1:8080 --connections 4 --tables 2 --moves-per-s 10 --seconds 3
check 'it has not ended meanwhile' same "$process" "$(inside systemctl show --property=MainPID --value "$service")"

# ---- and away ----

check 'the packages are removed' inside sh -c 'apt-get purge -qq -y tapete tapete-server libtapete2 libtapete-dev && apt-get autoremove -qq -y --purge'
check 'the service is gone' same inactive "$(inside systemctl is-active "$service")"
check 'and nothing of them stays' same "$before" "$(state)"
check 'nor has anything their name' same '' "$(cd "$root" && find . -xdev -path ./given -prune -o -name '*tapete*' -print)"

finish
