"""What schemathesis has to know about this API beyond its document."""

import json
import re
import uuid

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def ndjson(ctx, value):
    """One item per line. A value that is no list is sent as one line: it has to be refused or reported."""
    items = value if isinstance(value, list) else [value]
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


@schemathesis.hook
def before_call(ctx, case, kwargs):
    headers = case.headers
    if not headers:
        return
    # HTTP lets every request have headers that no document names.
    headers.pop("x-schemathesis-unknown-property", None)
    # A position that the log does not have yet is answered with 503 by design. Malformed ones stay.
    if re.fullmatch(r"[0-9]{1,15}", str(headers.get("X-Min-Position", ""))):
        headers["X-Min-Position"] = "0"
    # Shrinking and the coverage phase use one key for many bodies, which is 422 by design. Malformed ones stay.
    if re.fullmatch(r"[!-~]{1,255}", str(headers.get("Idempotency-Key", ""))):
        headers["Idempotency-Key"] = uuid.uuid4().hex
