#!/usr/bin/env bash
# The Debian packages in a clean Debian 12: they install, the service's own command serves the page and games, and they leave nothing behind.
# Needs root, for the clean system. Part of `make soak`.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

room=$(mktemp -d)
root=$room/root
cleanup() {
    [ ! -d "$root" ] || fuser -k -s "$root" 2>/dev/null || true
    rm -rf "$room"
}
trap cleanup EXIT

# The release is the same from two clones at two paths.
for clone in one 'the other'; do
    git clone -q . "$room/$clone"
    (cd "$room/$clone" && TZ=Asia/Tokyo scripts/make-dist dist >/dev/null 2>&1)
done
check 'the release is the same to the byte, wherever it is made' cmp "$room"/*/dist/*.tar.gz

(cd "$room/one" && scripts/make-deb debs) >"$room/build.log" 2>&1 || {
    tail -n 30 "$room/build.log" >&2
    echo 'Bail out! the packages could not be built'
    exit 1
}
mirror=$(sed -n 's/^\(deb\|URIs:\) *\(\[[^]]*\] *\)\?\(http[^ ]*\).*/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
mmdebstrap --quiet --variant=minbase --include=ca-certificates,curl,systemd bookworm "$root" "${mirror:-http://deb.debian.org/debian}"
enter=(chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
inside() { "${enter[@]}" "$@"; }
mkdir "$root/debs"
cp "$room"/one/debs/*.deb "$root/debs"

# What is there before: files, users. Caches and logs are the business of apt and dpkg.
state() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./debs -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt \
        -o -path ./var/lib/dpkg -o -path ./tmp -o -path ./run \) -prune -o -print | LC_ALL=C sort)
    cut -d : -f 1 "$root/etc/passwd" "$root/etc/group" | sort
}
inside apt-get update -qq >/dev/null 2>&1
# adduser comes with the server, and may stay.
inside apt-get install -qq -y adduser >/dev/null 2>&1
before=$(state)

check 'the packages install' inside sh -c 'apt-get install -y --no-install-recommends /debs/tapete_*.deb /debs/tapete-server_*.deb'
check 'the program runs' inside tapete --version
check 'a game can be played in the terminal' inside sh -c \
    'yes "" | timeout 60 tapete play sabacc --plain --seed 1 >/tmp/game.txt 2>&1; grep -q Sabacc /tmp/game.txt'
check 'the manual is there' inside test -f /usr/share/man/man1/tapete.1.gz
check 'systemd finds nothing wrong with the service' inside systemd-analyze verify --man=no /lib/systemd/system/tapete-server.service
check 'the service is shut off from the rest of the machine' inside systemd-analyze security --offline=true --threshold=20 tapete-server.service
check 'the service would start with the machine' inside test -e /etc/systemd/system/multi-user.target.wants/tapete-server.service

# systemd does not run in here, so the command of the service is run as its user.
port=18080
command=$(sed -n 's/^ExecStart=//p' "$root/lib/systemd/system/tapete-server.service")
# Each program in the row becomes the next, so that it is the server that is stopped in the end.
"${enter[@]}" setpriv --reuid=tapete --regid=tapete --clear-groups sh -c "TAPETE_PORT=$port TAPETE_FLAGS=; exec $command" >"$room/server.log" 2>&1 &
server=$!
for _ in $(seq 100); do
    ! curl -sf "http://localhost:$port/health" >/dev/null || break
    sleep 0.1
done
check 'it serves the page' sh -c "curl -sf http://localhost:$port/ | grep -q '<title>'"
check 'games are played at it' inside tapete load "http://127.0.0.1:$port" --connections 4 --tables 2 --moves-per-s 10 --seconds 3
check 'its database is its own' same 'tapete 700' "$(inside stat -c '%U %a' /var/lib/tapete)"
kill "$server"
wait "$server" || true

check 'they can be removed' inside apt-get purge -qq -y tapete tapete-server
inside apt-get autoremove -qq -y --purge >/dev/null 2>&1
check 'and nothing of them stays' same "$before" "$(state)"

finish
