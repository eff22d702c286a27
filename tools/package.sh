#!/bin/sh
# Install a program that some tests need, if it is missing. If that fails, warn that these tests will be skipped; exit with 0 anyway.
# usage: tools/package.sh MODULE WHAT TESTS VARIABLE PACKAGE...
#   MODULE    Python module that exits with 0 if it finds the program
#   WHAT      name of the program, for messages
#   TESTS     name of the tests, for messages
#   VARIABLE  environment variable that can name the program's path
#   PACKAGE   Debian packages that contain it; the first one that can be installed is used
set -u
module=$1 what=$2 tests=$3 variable=$4
shift 4
found() { .venv/bin/python -m "$module" >/dev/null 2>&1; }
warn_and_exit() {
    echo "---------------------------------------------------------------------------" >&2
    echo "No $what: $1" >&2
    echo "The $tests will be SKIPPED. Install $what, or set" >&2
    echo "$variable to its path, to run them." >&2
    echo "---------------------------------------------------------------------------" >&2
    exit 0
}

found && exit 0
command -v apt-get >/dev/null 2>&1 || warn_and_exit "there is no apt-get here to install it with."
if [ "$(id -u)" = 0 ]; then
    as_root=''
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
else
    warn_and_exit "installing it needs root, and sudo is not available."
fi
echo "Installing $what for the $tests (Debian package) ..."
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y -q --no-install-recommends "$1" >/dev/null 2>&1; }
install_first() { for package in "$@"; do install "$package" && return 0; done; return 1; }
install_first "$@" || { $as_root apt-get update -q >/dev/null 2>&1; install_first "$@"; } || warn_and_exit "apt-get could not install the package."
found || warn_and_exit "the installed package does not start."
