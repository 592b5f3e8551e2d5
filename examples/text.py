"""Prints what an event says, from a backup, if the proof is of just that: python3 text.py BACKUP PROOF"""
import hashlib, json, pathlib, sqlite3, sys

backup, proof = map(pathlib.Path, sys.argv[1:])
envelope = json.loads(proof.read_text(encoding="utf-8"))["envelope"]
log = sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)
find = "SELECT salt, body FROM events WHERE position = ?"
salt, body = log.execute(find, [envelope["position"]]).fetchone()
commitment = hashlib.sha256(b"payload/1" + salt + body.encode()).hexdigest()
assert commitment == envelope["commitment"], "NOT what was recorded, or it was forgotten"
print(json.dumps(json.loads(body)["data"], ensure_ascii=False, indent=2))
