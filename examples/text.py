"""Prints what an event says, from a backup, if the proof is of just that: python3 text.py BACKUP PROOF

Check the proof with check.py first. Prints "NOT ok: …" and exits with 1 if the text is another one.
"""
import hashlib, json, pathlib, sqlite3, sys


def refuse(why):
    print(f"NOT ok: {why}")
    sys.exit(1)


try:
    backup, proof = map(pathlib.Path, sys.argv[1:])
    envelope = json.loads(proof.read_text(encoding="utf-8"))["envelope"]
    log = sqlite3.connect(f"{backup.resolve(strict=True).as_uri()}?mode=ro", uri=True)
    find = "SELECT salt, body FROM events WHERE position = ?"
    salt, body = log.execute(find, [envelope["position"]]).fetchone() or refuse("the backup ends before this event")
    commitment = hashlib.sha256(b"payload/1" + salt + body.encode()).hexdigest()
    if commitment != envelope["commitment"]:
        refuse("this is not the text that was recorded, or it was forgotten")
    print(json.dumps(json.loads(body)["data"], ensure_ascii=False, indent=2))
except OSError as error:
    print(f"not checked: {error}", file=sys.stderr)
    sys.exit(2)
except Exception as error:
    refuse(f"these files cannot be checked ({error!r})")
