"""Checks proofs with nothing of Memory Vault. Prints "NOT ok: …" and exits with 1 if a proof does not hold.

An event is in the log:    python3 check.py KEY CHECKPOINT PROOF
The log has only grown:    python3 check.py KEY OLD_CHECKPOINT NEW_CHECKPOINT PROOF
"""
import base64, hashlib, json, subprocess, sys, tempfile

sha = lambda data: hashlib.sha256(data).digest()
parent = lambda left, right: sha(b"\1" + left + right)


def need(holds, otherwise):
    """Ends the program if something does not hold. This is no `assert`: `python3 -O` skips those."""
    if not holds:
        print(f"NOT ok: {otherwise}")
        sys.exit(1)


def signed(checkpoint, key):
    """Size and root of a checkpoint: its text, a blank line, and signatures of it."""
    text, signatures = checkpoint.split("\n\n", 1)
    name, number, public = key.strip().split("+", 2)
    lines = [line.split() for line in signatures.splitlines() if line.startswith(f"— {name} ")]
    own = [data for data in (base64.b64decode(line[2]) for line in lines) if data[:4].hex() == number]
    need(own, f"the key of {name} has not signed this checkpoint")
    with tempfile.TemporaryDirectory() as folder:
        write = lambda file, data: open(f"{folder}/{file}", "wb").write(data)
        write("key", bytes.fromhex("302a300506032b6570032100") + base64.b64decode(public)[1:])
        write("text", f"{text}\n".encode())
        write("signature", own[0][4:])
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
        openssl = subprocess.run(command.split(), cwd=folder, capture_output=True)
    need(openssl.returncode == 0, "OpenSSL 3 does not accept the signature of a checkpoint")
    origin, size, root = text.split("\n")[:3]
    need(origin == name, f"the checkpoint is about {origin}, but the key is that of {name}")
    return int(size), base64.b64decode(root)


def up(index, last, while_even=True):
    """One level up in the tree, and past the levels at which the node has no sibling on the right."""
    while while_even and index and index % 2 == 0:
        index, last = index // 2, last // 2
    return index // 2, last // 2


def included(proof, path, size, root):
    """RFC 9162, 2.1.3.2: the path from the event to the root."""
    envelope, index, last = proof["envelope"], proof["leaf_index"], size - 1
    need(proof["tree_size"] == size, f"the proof is not about the {size} events of the checkpoint")
    need(0 <= index <= last and envelope["position"] == index + 1, "the event has another position")
    text = json.dumps(envelope, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    node = sha(b"\0" + text.encode())
    for other in path:
        own_right = index % 2 or index == last
        node = parent(other, node) if own_right else parent(node, other)
        index, last = up(index, last, own_right)
    need(last == 0 and node == root, "the event is not in this log")
    what = ", ".join(envelope[name] for name in ("type", "stream", "id"))
    return f"event {envelope['position']} ({what}) is in the log of {size} events"


def grown(proof, path, size, old, new_size, new):
    """RFC 9162, 2.1.4.2: the path from the old root to the new one."""
    need((proof["from"], proof["to"]) == (size, new_size), "the proof is about other checkpoints")
    need(0 < size <= new_size, "the first checkpoint is not the older one")
    index, last = size - 1, new_size - 1
    while index % 2 or index == last > 0:
        index, last = index // 2, last // 2
    before = after = path.pop(0) if index and path else old
    for other in path:
        own_right = index % 2 or index == last
        if own_right:
            before = parent(other, before)
        after = parent(other, after) if own_right else parent(after, other)
        index, last = up(index, last, own_right)
    need(last == 0 and (before, after) == (old, new), "the log is another one: its history was changed")
    return f"the log of {new_size} events begins with that of {size} events"


try:
    key, *checkpoints, proof = [open(file, encoding="utf-8").read() for file in sys.argv[1:]]
    proof = json.loads(proof)
    path = [base64.b64decode(other) for other in proof["path"]]
    trees = [part for checkpoint in checkpoints for part in signed(checkpoint, key)]
    print("ok:", (included if "envelope" in proof else grown)(proof, path, *trees))
except OSError as error:
    print(f"not checked: {error}", file=sys.stderr)
    sys.exit(2)
except Exception as error:
    need(False, f"these files cannot be checked ({error!r})")
