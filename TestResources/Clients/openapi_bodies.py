"""Validates bodies with jsonschema, as the schemas of an OpenAPI document describe them.

Each line of the input is an object of `document` and `cases`, which are pairs of a schema's place and a value. Each line
of the output is a list of `null` for a value that matches, and of a message for any other.
"""

import decimal
import json
import signal
import sys

import jsonschema
import referencing
import referencing.jsonschema

# Nothing here may outlive the test that started it.
signal.alarm(100)

# Those of this version: without one, a time has no offset.
FORMATS = jsonschema.Draft202012Validator.FORMAT_CHECKER


def number(text):
    # As floats, 0.3 isn't a multiple of 0.1.
    value = decimal.Decimal(text)
    return int(value) if value == value.to_integral_value() else value


def schema_2020(node, is_30):
    """Returns a part of a document with the keywords of OpenAPI 3.0 as those of JSON Schema 2020-12."""
    if isinstance(node, list):
        return [schema_2020(element, is_30) for element in node]
    if not isinstance(node, dict):
        return node
    if is_30 and isinstance(node.get("$ref"), str):
        return {"$ref": node["$ref"]}
    values = ["example", "examples", "default", "enum", "const"]
    result = {name: member if name in values else schema_2020(member, is_30) for name, member in node.items()}
    members = result.get("properties")
    if isinstance(members, dict) and isinstance(result.get("required"), list):
        # A response doesn't have what only requests have.
        written = {name for name, member in members.items() if isinstance(member, dict) and member.get("writeOnly") is True}
        result["required"] = [name for name in result["required"] if name not in written]
    if is_30:
        for name, limit in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")]:
            if isinstance(result.get(name), bool):
                if result.pop(name):
                    result[name] = result.pop(limit)
        if result.pop("nullable", None) is True:
            result = {"anyOf": [{"type": "null"}, result]}
    return result


def message(validator, value):
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    return error and f"{error.json_path}: {error.message[:300]}"


for line in sys.stdin:
    case = json.loads(line, parse_float=number)
    root = schema_2020(case["document"], case["document"]["openapi"].startswith("3.0"))
    resource = referencing.Resource(contents=root, specification=referencing.jsonschema.DRAFT202012)
    registry = referencing.Registry().with_resource("urn:document", resource)
    results = []
    for place, value in case["cases"]:
        schema = {"$ref": "urn:document" + place}
        validator = jsonschema.Draft202012Validator(schema, registry=registry, format_checker=FORMATS)
        results.append(message(validator, value))
    print(json.dumps(results))
