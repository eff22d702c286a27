import re
from pathlib import Path

import pytest

from app.app import catalogue
from app.runtime import paths
from app.runtime.settings import (
    FIELDS,
    PREFIX,
    READERS,
    ROLES,
    TOKEN,
    Settings,
    SettingsError,
    load,
    source_of,
    sources,
)
from games.core.text.languages import COMPLETE_LANGUAGES, LANGUAGES
from games.core.text.messages import Msg, literal, msg

ROOT = Path(__file__).parents[2]


def test_everything_may_stay_empty():
    assert load(None, {}) == Settings()
    assert load(None, {"SOBREMESA_SANDBOX_PORT": "", "DISCORD_TOKEN": " "}) == Settings()
    assert load(ROOT / ".env.example", {}) == Settings()


def test_the_example_explains_every_setting():
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert "\nDISCORD_TOKEN=\n" in text
    for name in READERS:
        assert f"\nSOBREMESA_{name.upper()}=\n" in text
    assert {FIELDS.get(name, name) for name in READERS} | {"token", "terminal"} == set(
        Settings.__struct_fields__
    )


@pytest.mark.parametrize("file", ["compose.yaml", "compose.scale.yaml"])
def test_what_is_set_in_containers_is_known_and_possible(file):
    given = re.findall(
        r"^ +(SOBREMESA_[A-Z_]+): *\"?([^\"#\n]*?)\"? *(?:#.*)?$",
        (ROOT / file).read_text("utf-8"),
        re.MULTILINE,
    )
    assert given
    for name, value in given:
        assert READERS[name.removeprefix(PREFIX).lower()](value)


@pytest.mark.parametrize(
    ("given", "roles"),
    [
        ("", ("gateway", "worker")),
        ("worker", ("worker",)),
        ("Worker, gateway", ("gateway", "worker")),
        ("gateway worker", ROLES),
    ],
)
def test_roles_are_words_in_any_order(given, roles):
    assert (
        load(None, {"SOBREMESA_ROLES": given, "SOBREMESA_DATABASE": "postgresql://x/y"}).roles
        == roles
    )


@pytest.mark.parametrize(
    "more",
    [
        {"SOBREMESA_ROLES": "worker"},
        {"SOBREMESA_ROLES": "gateway", "DISCORD_TOKEN": "abc"},
        {"SOBREMESA_ROLES": "gateway", "SOBREMESA_DATABASE": "postgresql://x/y"},
    ],
)
def test_a_part_of_the_work_where_nobody_does_the_rest_is_refused(more):
    with pytest.raises(SettingsError) as caught:
        load(None, more)
    for lang in LANGUAGES:
        said = catalogue(lang).say(caught.value.what)
        assert "SOBREMESA_DATABASE" in said
        assert more["SOBREMESA_ROLES"] in said


def test_one_that_only_draws_and_thinks_needs_no_token():
    settings = load(None, {"SOBREMESA_ROLES": "worker", "SOBREMESA_DATABASE": "postgresql://x/y"})
    assert not settings.token


def test_the_environment_goes_before_the_file(tmp_path):
    env = tmp_path / ".env"
    env.write_text(
        "DISCORD_TOKEN=abc\nSOBREMESA_LANGUAGE=EN\nSOBREMESA_DATA=here\nOTHER=1\n", encoding="utf-8"
    )
    settings = load(env, {"SOBREMESA_DATA": "/there", "PATH": "x"})
    assert (settings.token, settings.language, settings.data) == ("abc", "en", Path("/there"))
    assert settings.database == Path("/there/sobremesa.sqlite3")
    assert load(None, {"SOBREMESA_DATA": "/there"}).database == Path(
        "/there/sandbox-tables.sqlite3"
    ), "without a token"
    assert settings.sandbox_database == Path("/there/sandbox.sqlite3")


def test_people_are_told_the_place_from_which_a_setting_comes(tmp_path, monkeypatch):
    """A service has no home, and a container no file: what is meant must not be looked for in /.config."""
    env, here = tmp_path / ".env", msg("host.settings.environment")
    monkeypatch.setattr(paths, "ENV", env)
    monkeypatch.setattr(paths, "CHECKOUT", False)
    unit = {"HOME": "/", **dict.fromkeys(("DISCORD_TOKEN", "SOBREMESA_DATABASE"), "")}
    assert source_of(TOKEN, unit) == here, "an empty one in an EnvironmentFile goes before the file"
    assert (
        source_of("SOBREMESA_DATABASE", unit) == source_of("SOBREMESA_SANDBOX_PORT", unit) == here
    )
    assert source_of(TOKEN, {"LANG": "es"}) == literal(str(env)), "nothing is set yet"
    env.touch()
    assert source_of("SOBREMESA_DATABASE", {"DISCORD_TOKEN": "x"}) == literal(str(env))
    assert source_of(TOKEN, {"DISCORD_TOKEN": "x"}) == here
    assert load(env, {"DISCORD_TOKEN": "x"}).token == "x"
    assert {lang: catalogue(lang).say(here) for lang in COMPLETE_LANGUAGES} == {
        "es": "el entorno en el que arranca (terminal, servicio o contenedor)",
        "en": "the environment it starts in (shell, service or container)",
    }


def test_the_token_shows_itself_to_nobody():
    settings = load(None, {"DISCORD_TOKEN": "very-secret"})
    assert settings.token == "very-secret"
    assert "very-secret" not in repr(settings)


def test_what_tests_are_told_bears_no_name_of_a_setting():
    """A bot that is a process has the environment of its tests, and refuses settings that it does not know."""
    told = [ROOT / "Makefile", ROOT / "pyproject.toml"]
    assert not [file.name for file in told if PREFIX in file.read_text("utf-8")]
    read = re.compile(rf'environ\b.*"{PREFIX}[A-Z]')
    assert not [
        str(file) for file in (ROOT / "tests").rglob("*.py") if read.search(file.read_text("utf-8"))
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SOBREMESA_LANGUAGE", "fr"),
        ("SOBREMESA_SANDBOX_PORT", "70000"),
        ("SOBREMESA_SANDBOX_PORT", "http"),
        ("SOBREMESA_ADMIN", "-3"),
        ("SOBREMESA_LOG_LEVEL", "loud"),
        ("SOBREMESA_PUBLISH_PAUSE", "nan"),
    ],
)
def test_a_value_that_can_not_be_is_named(name, value):
    with pytest.raises(SettingsError) as caught:
        load(None, {name: value})
    assert caught.value.what.key == "host.settings.value"
    for lang in LANGUAGES:
        assert name in catalogue(lang).say(caught.value.what)
        assert value in catalogue(lang).say(caught.value.what)


@pytest.mark.parametrize("name", [name for name in READERS if name != "data"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_possible_is_said_in_numbers_that_people_read(name, lang):
    """No bound beyond a million, none in powers of ten, nothing left out."""
    with pytest.raises(SettingsError) as caught:
        load(None, {f"SOBREMESA_{name.upper()}": "-?"})
    said = catalogue(lang).say(caught.value.what)
    assert not re.search(r"\d{7}|\d[eE]\+", said), said
    assert not re.search(r": *\.?$", said), said


def test_a_slip_of_the_pen_is_pointed_out():
    with pytest.raises(SettingsError) as caught:
        load(None, {"SOBREMESA_SANBOX_PORT": "80"})
    assert caught.value.what == Msg(
        "host.settings.unknown",
        {"name": "SOBREMESA_SANBOX_PORT", "close": "SOBREMESA_SANDBOX_PORT"},
    )


def test_a_file_that_can_not_be_read_is_said(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(b"DISCORD_TOKEN=\xff\xfe\x00")
    for name in ("folder", "bytes"):
        with pytest.raises(SettingsError) as caught:
            load(tmp_path / name, {})
        assert caught.value.what.key == "host.settings.unreadable"
    assert load(tmp_path / "missing", {}) == Settings()


def test_a_folder_that_can_not_be_entered_is_said(monkeypatch):
    def refuse(_path: Path, **_how: bool) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "exists", refuse)
    with pytest.raises(SettingsError) as caught:
        load(Path("shut") / ".env", {})
    assert caught.value.what.key == "host.settings.unreadable"


NASTY = ("p@ss/w:rd#1%", "pa/ss", "a?b", "#", "x/y@z", "?@/#")


@pytest.mark.parametrize("password", NASTY)
def test_a_password_that_cuts_the_address_short_is_refused_and_never_repeated(password: str):
    with pytest.raises(SettingsError) as caught:
        load(None, {"SOBREMESA_DATABASE": f"postgresql://sobremesa:{password}@127.0.0.1/tables"})
    for lang in LANGUAGES:
        said = catalogue(lang).say(caught.value.what)
        assert "SOBREMESA_DATABASE" in said
        assert "%40" in said
        assert "postgresql://...@127.0.0.1/tables" in said
        assert f"sobremesa:{password}" not in said
        assert len(password) < 4 or password not in said


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://sobremesa:p%40ss%2Fw@127.0.0.1:5432/tables",
        "postgresql://sobremesa:p@ss@app/tables",
        "postgresql://u@[::1]:5433/b",
        "postgresql:///bot?user=ana&password=p@ss",
        "postgresql://one:5432,two:5433/b?target_session_attrs=primary",
        "postgres://h/b",
    ],
)
def test_an_address_that_is_read_as_it_was_meant_is_taken(address: str):
    assert load(None, {"SOBREMESA_DATABASE": address}).server == address


@pytest.mark.parametrize(
    "name",
    ["DISCORD_TOKN", "SOBREMESA_TOKEN", "DISCORD_BOT_TOKEN", "BOT_TOKEN", "TOKEN", "discord_token"],
)
def test_a_token_under_another_name_is_no_silent_local_page(name: str, tmp_path: Path):
    env = tmp_path / ".env"
    for value, rest in (("", ""), ("abc", ""), ("abc", "DISCORD_TOKEN=real\n")):
        env.write_text(f"{rest}{name}={value}\n", "utf-8")
        with pytest.raises(SettingsError) as caught:
            load(env, {})
        assert caught.value.what == msg(
            "host.settings.token_name", name=name, token=TOKEN, env=literal(str(env))
        )
    with pytest.raises(SettingsError) as caught:
        load(None, {name: "abc"})
    assert caught.value.what.key == "host.settings." + (
        "token_name" if name.startswith(PREFIX) else "token_name_set"
    )
    for lang in LANGUAGES:
        assert name in catalogue(lang).say(caught.value.what)


def test_in_the_environment_such_a_name_counts_only_while_no_token_is_set(tmp_path: Path):
    looks_real = f"{'M' * 24}.abcdef.{'x' * 38}"
    assert load(None, {"TOKEN": "other", TOKEN: "abc"}).token == "abc"
    assert load(None, {"TOKEN": "other", TOKEN: ""}).token == "", "whoever sets it empty wants none"
    assert load(None, {"TOKEN": ""}).token == ""
    with pytest.raises(SettingsError):
        load(None, {"TOKEN": looks_real, TOKEN: ""})
    env = tmp_path / ".env"
    env.write_text("DISCORD_TOKEN=abc\n", "utf-8")
    assert load(env, {"BOT_TOKEN": "other"}).token == "abc"
    env.write_text("DISCORD_TOKEN=\n", "utf-8")
    with pytest.raises(SettingsError):
        load(env, {"BOT_TOKEN": "other"})


@pytest.mark.parametrize(
    "name",
    [
        "GITHUB_TOKEN",
        "HCLOUD_TOKEN",
        "DISCORD_TOKEN_OLD",
        "TOKENIZERS_PARALLELISM",
        "DISCORD_GUILD",
        "PATH",
    ],
)
def test_names_of_others_are_not_taken_for_it(name: str):
    assert load(None, {name: "x"}).token == ""


def test_a_home_is_filled_in_and_a_variable_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load(None, {"SOBREMESA_DATA": "~/sobremesa"}).data == tmp_path / "sobremesa"
    for value in ("$HOME/x", "${HOME}/x", "~nobody-of-this-name/x"):
        with pytest.raises(SettingsError) as caught:
            load(None, {"SOBREMESA_DATA": value})
        assert caught.value.what.args["wanted"] == msg("host.settings.folder")


@pytest.mark.parametrize(
    ("given", "lang"),
    [
        ({}, "es"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "C.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "SOBREMESA_LANGUAGE": "en"}, "en"),
        ({"LANG": "en_US.UTF-8", "SOBREMESA_LANGUAGE": "es"}, "es"),
    ],
)
def test_the_terminal_speaks_the_systems_language_and_discord_the_setting(
    given: dict[str, str], lang: str
):
    settings = load(None, given)
    assert (settings.terminal_lang, settings.language) == (
        lang,
        given.get(f"{PREFIX}LANGUAGE", "es"),
    )


@pytest.mark.parametrize(
    "dsn",
    [
        "https://x",
        "https://key@host",
        "https://key@app/",
        "https://@app/1",
        "https://key@app/one",
        "key",
    ],
)
def test_an_address_that_sentry_would_not_take_names_its_setting(dsn: str):
    with pytest.raises(SettingsError) as caught:
        load(None, {"SOBREMESA_SENTRY_DSN": dsn})
    assert caught.value.what.args["name"] == "SOBREMESA_SENTRY_DSN"
    assert load(None, {"SOBREMESA_SENTRY_DSN": "https://key@o1.ingest.sentry.io/2"}).sentry_dsn


def test_digits_of_other_scripts_are_no_number():
    for name in ("SOBREMESA_SANDBOX_PORT", "SOBREMESA_ADMIN", "SOBREMESA_PUBLISH_PAUSE"):
        with pytest.raises(SettingsError):
            load(None, {name: "٨١"})


def test_the_log_says_where_settings_were_read_from(tmp_path: Path):
    env = tmp_path / ".env"
    assert sources(env) == f"the environment; there is no file {env}"
    env.touch()
    assert sources(env) == f"{env} and the environment"
