"""Saves three notes, finds them, pages through them, follows events and is refused. Needs only Python 3.9 or newer."""

import json
import os
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("VAULT_URL", "http://127.0.0.1:7437")
# A vault that asks for no login needs no token.
TOKEN = os.environ.get("VAULT_BEARER_TOKEN")
CREDENTIAL = {"Authorization": f"Bearer {TOKEN}"} if TOKEN else {}
ATTEMPTS = 6


class VaultError(Exception):
    """A refusal: the members of its problem details (RFC 9457)."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem['code']}: {problem['detail']}")
        self.status = status
        self.code = problem["code"]


def call(method, path, body=None, headers={}):
    """Sends a request and returns the answer. Repeats what got no answer, 429, 502, 503 and 504."""
    sent = {**CREDENTIAL, **headers}
    if method == "POST":
        # The same key on every attempt: what a retry repeats happens once.
        sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        sent["Content-Type"] = "application/json"
    for attempt in range(ATTEMPTS):
        last = attempt == ATTEMPTS - 1
        wait = 0.2 * 2**attempt * random.random()
        try:
            with urllib.request.urlopen(
                urllib.request.Request(URL + path, data, sent, method=method)
            ) as response:
                return json.load(response), response.headers
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504) or last:
                raise VaultError(error.code, json.load(error)) from None
            wait += int(error.headers.get("Retry-After", 0))
        except OSError:
            if last:
                raise
        time.sleep(wait)


def timeline(project, limit):
    """Every note of a project, oldest first. The Link header has the path of the next page."""
    path = f"/api/v1/timeline/{urllib.parse.quote(project, safe='')}?limit={limit}"
    while path:
        notes, headers = call("GET", path)
        yield from notes
        link = re.match(r'<([^>]+)>; rel="next"', headers.get("Link", ""))
        path = link and link[1]


def follow_events(after):
    """Every event after a position, then each new one. To go on after a break, give the `position` of the last event."""
    headers = {**CREDENTIAL, "Accept": "text/event-stream", "Last-Event-ID": str(after)}
    with urllib.request.urlopen(urllib.request.Request(URL + "/api/v1/events", headers=headers)) as stream:
        for line in stream:
            if line.startswith(b"data:"):
                yield json.loads(line[5:])


project = f"example-{uuid.uuid4()}"
note = {"project": project, "type": "task", "title": "Note 1", "content": "Retry payments"}

once = {"Idempotency-Key": f"{project}-1"}
saved, headers = call("POST", "/api/v1/observations", note, once)
position = int(headers["X-Log-Position"])
again, _ = call("POST", "/api/v1/observations", note, once)
if again == saved:
    print("sent again with the same key: the same note")
for title in ("Note 2", "Note 3"):
    call("POST", "/api/v1/observations", {**note, "title": title})

query = urllib.parse.urlencode({"q": "retry payments", "project": project})
hits, _ = call("GET", f"/api/v1/search?{query}")
print(f"found {len(hits)} notes")

for found in timeline(project, limit=2):
    print(f"timeline: {found['title']}")

for event in follow_events(after=position - 1):
    print(f"event: {event['type']}")
    break

try:
    call("POST", "/api/v1/observations", {"title": "No content", "type": "task"})
except VaultError as error:
    print(f"refused: {error.status} {error.code}")
