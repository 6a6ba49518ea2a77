#!/usr/bin/env bash
# scripts/install-packages, against a machine that is made of stand-ins: a PATH with nothing on it but what a test puts there.
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/tap.sh

bash=$(command -v bash)
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT

# stand_in NAME BODY: put a command on the PATH of the machine.
stand_in() {
    printf '#!%s\n%s\n' "$bash" "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

# machine UID: a new machine, used by this user, without packages and without sudo or apt-get.
machine() {
    rm -f "$bin"/*
    stand_in dpkg-query 'exit 1'
    stand_in id "echo $1"
}

# Run install-packages there; sets status and output, standard error included.
install_packages() {
    status=0
    output=$(PATH=$bin "$bash" scripts/install-packages "$@" 2>&1) || status=$?
}

nothing_done() { same '0:' "$status:$output"; }

machine 0
stand_in dpkg-query 'echo installed'
stand_in apt-get 'echo apt-get was called'
install_packages build test lint coverage fuzz format
check 'nothing happens when every package is installed' nothing_done

status=0
output=$(scripts/install-packages build test 2>&1) || status=$?
check 'nothing happens on this machine, which runs the tests' nothing_done

machine 1000
stand_in apt-get 'echo apt-get was called'
install_packages coverage
check 'without root and sudo it fails' same 1 "$status"
check 'without root and sudo it says what to run, in one sentence' same \
    'install-packages: you are not root and there is no sudo; ask an administrator to run: apt-get install gcovr.' "$output"

machine 0
install_packages coverage
check 'without apt-get it fails' same 1 "$status"
check 'without apt-get it names the packages' same \
    'install-packages: this is not a Debian system; please install by hand what Debian calls: gcovr.' "$output"

machine 0
install_packages build kitchen
check 'an unknown group is an error' same 1 "$status"
check 'an unknown group is named' same "install-packages: there is no group of packages called 'kitchen'." "$output"
install_packages
check 'no group at all is an error' same 1 "$status"

machine 0
ln -s "$(command -v env)" "$bin/env"
stand_in apt-get 'echo "apt-get[$DEBIAN_FRONTEND] $*"'
install_packages coverage format
check 'root installs with apt-get, without questions' same "0:Installing with apt-get: gcovr clang-format
apt-get[noninteractive] -qq -o DPkg::Lock::Timeout=300 update
apt-get[noninteractive] -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends gcovr clang-format" \
    "$status:$output"

machine 1000
ln -s "$(command -v env)" "$bin/env"
stand_in apt-get 'echo "apt-get ${*: -1}"'
stand_in sudo 'echo "sudo $1"; exec "$@"'
install_packages coverage
check 'a user installs through sudo' same "0:Installing with apt-get: gcovr
sudo env
apt-get update
sudo env
apt-get gcovr" "$status:$output"

machine 0
ln -s "$(command -v env)" "$bin/env"
stand_in apt-get '[ "$4" != install ]'
install_packages coverage
check 'a failure of apt-get is a failure' same 1 "$status"
check 'a failure of apt-get is said' contains "$output" 'apt-get could not install: gcovr'

machine 1000
stand_in cc ''
stand_in pkg-config ''
stand_in make ''
stand_in meson ''
stand_in ninja ''
if [ -e /usr/include/stdio.h ]; then
    install_packages build
    check 'commands and modules that came another way count as well, cc for gcc' nothing_done
fi

finish
