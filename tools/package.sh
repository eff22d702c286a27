#!/bin/sh
# Make sure of a program that some tests need; without it they are skipped, and this says so. Never fails.
# usage: tools/package.sh MODULE WHAT TESTS VARIABLE PACKAGE...    MODULE finds it; the first Debian package that installs is taken
set -u
module=$1 what=$2 tests=$3 variable=$4
shift 4
found() { .venv/bin/python -m "$module" >/dev/null 2>&1; }
missing() {
    echo "---------------------------------------------------------------------------" >&2
    echo "No $what: $1" >&2
    echo "The $tests will be SKIPPED. Install $what, or set" >&2
    echo "$variable to where it is, to run them." >&2
    echo "---------------------------------------------------------------------------" >&2
    exit 0
}

found && exit 0
command -v apt-get >/dev/null 2>&1 || missing "there is no apt-get here to install it with."
if [ "$(id -u)" = 0 ]; then
    as_root=''
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
else
    missing "installing it needs root, and sudo is not at hand."
fi
echo "Installing $what for the $tests (Debian package) ..."
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y -q --no-install-recommends "$1" >/dev/null 2>&1; }
either() { for package in "$@"; do install "$package" && return 0; done; return 1; }
either "$@" || { $as_root apt-get update -q >/dev/null 2>&1; either "$@"; } || missing "apt-get could not install the package."
found || missing "the installed package does not start."
