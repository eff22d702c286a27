#!/bin/sh
# Create .venv with the newest suitable Python, if needed; install the locked packages into it; create a stamp file.
# usage: tools/setup.sh REQUIREMENTS STAMP
#   The environment variable PYTHON can name the interpreter.
set -eu
requirements=$1
stamp=$2
venv=.venv

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
can_venv() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

# Set $python to the newest Python that can create an environment. If there is none, set $without_venv to a Python that lacks only venv.
find_python() {
    python='' without_venv=''
    for name in ${PYTHON:-python3.14 python3.13 python3.12 python3.11 python3 python}; do
        command -v "$name" >/dev/null 2>&1 && is_new_enough "$name" || continue
        if can_venv "$name"; then python=$name; return; fi
        [ -n "$without_venv" ] || without_venv=$name
    done
}

if ! { [ -x "$venv/bin/python" ] && is_new_enough "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }; then
    find_python
    if [ -z "$python" ] && [ -n "$without_venv" ]; then
        version=$("$without_venv" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        echo "Python $version is installed, but its venv module is missing." >&2
        echo "On Debian or Ubuntu:  sudo apt-get install python$version-venv" >&2
        exit 1
    fi
    if [ -z "$python" ]; then
        echo "Sobremesa needs Python 3.11 or newer, and none was found${PYTHON:+ as $PYTHON}." >&2
        echo "On Debian or Ubuntu:  sudo apt-get install python3 python3-venv" >&2
        echo "On macOS:             brew install python@3.13    (or the installer of python.org)" >&2
        echo "If it is installed elsewhere:  make setup PYTHON=/path/to/python3" >&2
        exit 1
    fi
    echo "Creating $venv with $("$python" --version) ..."
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi

# The lock has all packages with their hashes (`make lock`).
lock=${requirements%.txt}.lock
if [ -f "$lock" ]; then set -- --require-hashes -r "$lock"; else set -- -r "$requirements"; fi

# uv is faster. It doesn't read pip's settings, such as those of a proxy: pip is tried after it.
with_uv() { command -v uv >/dev/null 2>&1 && uv pip install --quiet --python "$venv/bin/python" "$@"; }
with_pip() { "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }

echo "Installing $requirements ..."
if ! with_uv "$@" && ! with_pip "$@"; then
    echo "Installing failed: see above. With no network, or a proxy, pip must be able to reach its package index." >&2
    exit 1
fi
: > "$stamp"
