"""Validation of requests and answers against Discord's OpenAPI description.

The file is read at the first check, not at start-up. Its unions are rewritten once, so that an
error names the wrong field instead of "matches none of seven schemas". A union whose branches each
fix `type` becomes "if type is 3, then this schema"; `null or X` becomes "if not null, then X".
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec

from sandbox.state.errors import FieldError
from sandbox.state.model import Json

SPEC = Path(__file__).parents[1] / "data" / "openapi.json.gz"
# Discord accepts ids, bit fields and nonces as numbers too, though its file lists only strings
# (or only integers).
LENIENT_ID = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0}
LENIENT_BITS = {"type": ["string", "integer", "null"], "pattern": "^[0-9]+$", "minimum": 0}
BIT_FIELDS = {"allow", "deny", "default_member_permissions", "permissions"}


@lru_cache(1024)
def _spec() -> Json:
    spec: Json = msgspec.json.decode(gzip.decompress(SPEC.read_bytes()))
    return spec


@lru_cache(1024)
def _registry(lenient: bool) -> jsonschema_rs.Registry:
    schemas = _spec()["components"]["schemas"]
    narrowed = {name: _narrow(schema, schemas) for name, schema in schemas.items()}
    if lenient:
        narrowed["SnowflakeType"] = LENIENT_ID
        for schema in narrowed.values():
            _loosen(schema)
    return jsonschema_rs.Registry([("urn:discord", {"components": {"schemas": narrowed}})])


def _narrow(node: Any, schemas: Json) -> Any:
    """Return a schema with its unions rewritten as the module's docstring says.

    A union of branches that differ by `type`, or of one schema and null, becomes if/then
    conditions; other unions stay. References to other schemas become absolute.
    """
    if isinstance(node, list):
        return [_narrow(part, schemas) for part in node]
    if not isinstance(node, dict):
        return node
    if set(node) == {"$ref"}:
        return {"$ref": "urn:discord" + node["$ref"]}
    rest = {
        key: _narrow(value, schemas) for key, value in node.items() if key not in ("oneOf", "anyOf")
    }
    for word in ("oneOf", "anyOf"):
        if word in node:
            rest |= _narrow_union(word, node[word], schemas)
    return rest


def _loosen(schema: Json) -> None:
    """Change a schema in place so that permission bits may be strings or numbers."""
    properties = schema.get("properties", {})
    properties |= dict.fromkeys(BIT_FIELDS & properties.keys(), LENIENT_BITS)


def _narrow_union(word: str, branches: list[Json], schemas: Json) -> Json:
    """Return a union of schemas as if/then conditions, if its branches allow that.

    The branches must differ by `type`, or be one schema and null; otherwise the result stays a
    union. `word` is "oneOf" or "anyOf".
    """
    is_nullable = {"type": "null"} in branches
    other_branches = [branch for branch in branches if branch != {"type": "null"}]
    types = [_types_of(branch, schemas) for branch in other_branches]
    if all(types):
        narrowed: Json = {
            "type": "object",
            "required": ["type"],
            "properties": {
                "type": {"enum": sorted({value for values in types for value in values})}
            },
            "allOf": [
                {
                    "if": {"properties": {"type": {"enum": values}}, "required": ["type"]},
                    "then": _narrow(branch, schemas),
                }
                for branch, values in zip(other_branches, types, strict=True)
            ],
        }
    elif len(other_branches) == 1:
        narrowed = _narrow(other_branches[0], schemas)
    else:
        return {word: [_narrow(branch, schemas) for branch in branches]}
    return {"if": {"type": "null"}, "then": True, "else": narrowed} if is_nullable else narrowed


def _types_of(branch: Json, schemas: Json) -> list[Any]:
    """Return the values of `type` that a union's branch allows; empty if it allows any."""
    if "$ref" not in branch:
        return []
    target = schemas[branch["$ref"].rsplit("/", 1)[1]]
    if "type" not in target.get("required", ()):
        return []
    found: list[Any] = target.get("properties", {}).get("type", {}).get("enum", [])
    return found


@lru_cache(1024)
def _operations() -> dict[str, Json]:
    found = {}
    for path in _spec()["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "operationId" in operation:
                found[operation["operationId"]] = operation
    return found


@lru_cache(1024)
def _request_validator(operation: str) -> jsonschema_rs.Draft202012Validator | None:
    content = _operations()[operation].get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return schema and _build(schema, lenient=True)


@lru_cache(1024)
def _named_validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return _build({"$ref": f"#/components/schemas/{name}"}, lenient=True)


@lru_cache(1024)
def _answer_validator(operation: str, status: int) -> jsonschema_rs.Draft202012Validator | None:
    answers = _operations()[operation]["responses"]
    content = answers.get(str(status), {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return schema and _build(schema, lenient=False)


def _build(schema: Json, lenient: bool) -> jsonschema_rs.Draft202012Validator:
    narrowed = _narrow(schema, _spec()["components"]["schemas"])
    if lenient:
        _loosen(narrowed)
    return jsonschema_rs.Draft202012Validator(narrowed, registry=_registry(lenient))


def request(operation: str, body: Any) -> list[FieldError]:
    """Return the errors of a request's body, checked against Discord's description.

    `operation` is the operationId in that description.
    """
    validator = _request_validator(operation)
    return _wrongs(validator, body) if validator else []


def errors_by_schema(name: str, body: Any) -> list[FieldError]:
    """Return the errors of a value, checked against Discord's schema `name`.

    This is for requests whose schema is a union whose branches don't fix `type`.
    """
    return _wrongs(_named_validator(name), body)


def answer(operation: str, status: int, body: Any) -> list[str]:
    """Return the errors of one of the sandbox's own responses, as text; there should be none."""
    validator = _answer_validator(operation, status)
    if validator is None:
        return [] if body is None else [f"{operation} has no answer {status} with a body"]
    return [
        f"{'.'.join(map(str, error.instance_path))}: {error.message[:200]}"
        for error in validator.iter_errors(body)
    ]


def _wrongs(validator: jsonschema_rs.Draft202012Validator, body: Any) -> list[FieldError]:
    found: dict[tuple[str | int, ...], FieldError] = {}
    for error in validator.iter_errors(body):
        field_error = _translate(error)
        found.setdefault(field_error.path, field_error)
    return list(found.values())


def _translate(error: jsonschema_rs.ValidationError) -> FieldError:
    """Convert an error of jsonschema to Discord's code and message."""
    path, kind = tuple(error.instance_path), error.kind
    facts = kind.as_dict()
    match kind.name:
        case "required":
            return FieldError(
                (*path, facts["property"]), "BASE_TYPE_REQUIRED", "This field is required"
            )
        case "maxLength" | "maxItems" | "maxProperties":
            words = f"Must be {facts['limit']} or fewer in length."
            return FieldError(path, "BASE_TYPE_MAX_LENGTH", words)
        case "minLength" | "minItems" | "minProperties":
            return FieldError(
                path, "BASE_TYPE_MIN_LENGTH", f"Must be {facts['limit']} or more in length."
            )
        case "maximum" | "exclusiveMaximum":
            return FieldError(
                path,
                "NUMBER_TYPE_MAX",
                f"int value should be less than or equal to {facts['limit']}.",
            )
        case "minimum" | "exclusiveMinimum":
            return FieldError(
                path,
                "NUMBER_TYPE_MIN",
                f"int value should be greater than or equal to {facts['limit']}.",
            )
        case "enum" | "const" | "oneOf" | "anyOf":
            choices = facts.get("options")
            listed = ", ".join(map(str, choices)) if isinstance(choices, list) else choices
            words = (
                f"Value must be one of {{{listed}}}."
                if choices
                else "Value does not fit any allowed shape."
            )
            return FieldError(path, "BASE_TYPE_CHOICES", words)
        case "pattern" if "0-9" in str(facts):
            return FieldError(
                path, "NUMBER_TYPE_COERCE", f'Value "{error.instance}" is not snowflake.'
            )
        case "uniqueItems":
            return FieldError(
                path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The list contains a value twice."
            )
    return FieldError(path, "BASE_TYPE_BAD_TYPE", error.message[:200])
