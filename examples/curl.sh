#!/bin/sh
# Saves three notes, finds them, pages through them, follows events and is refused. Needs curl 7.84 or newer.
set -eu
url=${VAULT_URL:-http://127.0.0.1:7437}
# A vault that asks for no login needs no token.
curl() { command curl ${VAULT_BEARER_TOKEN:+-H "Authorization: Bearer $VAULT_BEARER_TOKEN"} "$@"; }
project=example-$(date +%s)-$$
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# Sends a save again after no answer, 429 or 503. Every attempt has the same Idempotency-Key, so the vault stores one note.
# No --fail: with --retry-all-errors, curl would then send a refused save again, too.
save() { # key, title
  status=$(curl --silent --show-error --retry 5 --retry-all-errors --dump-header "$work/headers" \
    --output "$work/answer" --write-out '%{http_code}' \
    "$url/api/v1/observations" -H 'Content-Type: application/json' -H "Idempotency-Key: $1" \
    --data "{\"project\": \"$project\", \"type\": \"task\", \"title\": \"$2\", \"content\": \"Retry payments\"}")
  [ "$status" = 200 ] || { cat "$work/answer" >&2; return 1; }
  cat "$work/answer"
}
header() { # name. A retry adds its headers to those of the attempt before.
  grep -i "^$1:" "$work/headers" | tail -n 1 | cut -d ' ' -f 2- | tr -d '\r'
}

save "$project-1" 'Note 1' > "$work/first"
position=$(header X-Log-Position)
save "$project-1" 'Note 1' | cmp "$work/first" && echo 'sent again with the same key: the same note'
for n in 2 3; do save "$project-$n" "Note $n" > /dev/null; done

found=$(curl -sS --fail-with-body --get "$url/api/v1/search" --data-urlencode 'q=retry payments' --data "project=$project")
echo "found $(echo "$found" | grep -o '"title":' | wc -l | tr -d ' ') notes"

# A page at a time: the Link header has the path of the next one.
page="/api/v1/timeline/$project?limit=2"
while [ -n "$page" ]; do
  curl -sS --fail-with-body --dump-header "$work/headers" "$url$page" | grep -o '"title":"[^"]*"' | cut -d '"' -f 4 | sed 's/^/timeline: /'
  page=$(header Link | sed -n 's/^<\([^>]*\)>; rel="next"$/\1/p')
done

# A stream of events without end: this reads up to the first event after the given position.
mkfifo "$work/events"
command curl -sS --no-buffer "$url/api/v1/events" ${VAULT_BEARER_TOKEN:+-H "Authorization: Bearer $VAULT_BEARER_TOKEN"} \
  -H 'Accept: text/event-stream' -H "Last-Event-ID: $((position - 1))" > "$work/events" &
following=$!
# Held open until curl is ended: it would fail to write what comes after that event.
exec 3< "$work/events"
event=$(grep --max-count=1 '^data:' <&3)
kill "$following"
exec 3<&-
echo "event: $(echo "$event" | grep -o '"type":"[^"]*"' | head -n 1 | cut -d '"' -f 4)"

# A refusal says what is wrong, in `code` for a program and in `detail` for a person.
refused=$(curl -sS --write-out '\n%{http_code}' "$url/api/v1/observations" -H 'Content-Type: application/json' \
  --data '{"title": "No content", "type": "task"}')
echo "refused: $(echo "$refused" | tail -n 1) $(echo "$refused" | grep -o '"code":"[^"]*"' | cut -d '"' -f 4)"
