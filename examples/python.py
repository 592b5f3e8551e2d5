"""Saves three notes, finds them, pages through them, follows events and is refused. Needs only Python 3.9 or newer."""

import http.client
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
PASSING = (429, 502, 503, 504)
# No answer, or a part of one. HTTPError is an OSError, too: catch it first.
BROKEN = (OSError, http.client.HTTPException)


class VaultError(Exception):
    """A refusal: the members of its problem details (RFC 9457). A proxy may answer without them."""

    def __init__(self, error):
        try:
            problem = json.load(error)
        except ValueError:
            problem = {"code": "no_problem_details", "detail": error.reason}
        super().__init__(f"{error.code} {problem['code']}: {problem['detail']}")
        self.status = error.code
        self.code = problem["code"]


def call(method, path, body=None, headers={}):
    """Sends a request and returns the answer. Sends it again after no answer, 429, 502, 503 or 504."""
    sent = {**CREDENTIAL, **headers}
    if method == "POST":
        # Every attempt sends the same key, so the vault stores the note once.
        sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        sent["Content-Type"] = "application/json"
    for attempt in range(ATTEMPTS):
        last = attempt == ATTEMPTS - 1
        wait = 0.2 * 2**attempt * random.random()
        try:
            request = urllib.request.Request(URL + path, data, sent, method=method)
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response), response.headers
        except urllib.error.HTTPError as error:
            if error.code not in PASSING or last:
                raise VaultError(error) from None
            wait += int(error.headers.get("Retry-After", 0))
        except BROKEN:
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
    """Every event after a position, then each new one, without end. Connects again when the connection breaks.

    Store the `position` of each event after your work on it, and start with it the next time. A log that was restored may
    end before that position. The vault then answers 400, which raises VaultError: read everything again.
    """
    pause = 1
    while True:
        headers = {**CREDENTIAL, "Accept": "text/event-stream", "Last-Event-ID": str(after)}
        request = urllib.request.Request(URL + "/api/v1/events", headers=headers)
        wait = 0
        try:
            # The vault sends something every 15 seconds. If nothing comes for 40, the connection is dead.
            with urllib.request.urlopen(request, timeout=40) as stream:
                message = {}
                for line in stream:
                    field, _, value = line.decode().strip().partition(": ")
                    message[field] = value
                    if line != b"\n":
                        continue
                    # An empty line ends a message. Without `data`, the message only moves the position.
                    pause = int(message.get("retry", pause * 1000)) / 1000
                    after = int(message.get("id", after))
                    if "data" in message:
                        yield json.loads(message["data"])
                    message = {}
        except urllib.error.HTTPError as error:
            if error.code not in PASSING:
                raise VaultError(error) from None
            wait = int(error.headers.get("Retry-After", 0))
        except BROKEN:
            pass
        time.sleep(max(pause, wait))


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
