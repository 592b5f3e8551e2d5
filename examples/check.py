"""Checks proofs with nothing of Memory Vault.

An event is in the log:    python3 check.py KEY CHECKPOINT PROOF
The log has only grown:    python3 check.py KEY OLD_CHECKPOINT NEW_CHECKPOINT PROOF
"""
import base64, hashlib, json, subprocess, sys, tempfile

read = lambda file: open(file, encoding="utf-8").read()
sha = lambda data: hashlib.sha256(data).digest()
parent = lambda left, right: sha(b"\1" + left + right)
key, *checkpoints, proof = map(read, sys.argv[1:])
proof = json.loads(proof)
path = [base64.b64decode(other) for other in proof["path"]]


def signed(checkpoint):
    """Size and root of a checkpoint: its text, a blank line, and signatures of it."""
    text, signatures = checkpoint.split("\n\n", 1)
    name, number, public = key.strip().split("+", 2)
    own = next(line.split()[2] for line in signatures.splitlines() if line.startswith(f"— {name} "))
    with tempfile.TemporaryDirectory() as folder:
        write = lambda file, data: open(f"{folder}/{file}", "wb").write(data)
        write("key", bytes.fromhex("302a300506032b6570032100") + base64.b64decode(public)[1:])
        write("text", f"{text}\n".encode())
        write("signature", base64.b64decode(own)[4:])
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
        subprocess.run(command.split(), cwd=folder, check=True, stdout=subprocess.DEVNULL)
    _, size, root = text.split("\n")[:3]
    return int(size), base64.b64decode(root)


def up(index, last, while_even=True):
    """One level up in the tree, and past the levels at which the node has no sibling on the right."""
    while while_even and index and index % 2 == 0:
        index, last = index // 2, last // 2
    return index // 2, last // 2


if "envelope" in proof:  # RFC 9162, 2.1.3.2: the path from the event to the root
    envelope = json.dumps(proof["envelope"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    node, index, last = sha(b"\0" + envelope.encode()), proof["leaf_index"], proof["tree_size"] - 1
    for other in path:
        own_right = index % 2 or index == last
        node = parent(other, node) if own_right else parent(node, other)
        index, last = up(index, last, own_right)
    assert last == 0 and [(proof["tree_size"], node)] == [*map(signed, checkpoints)], "NOT in this log"
    print(f"event {proof['envelope']['position']} is in the log of {proof['tree_size']} events")
else:  # RFC 9162, 2.1.4.2: the path from the old root to the new one
    (size, old), (new_size, new) = map(signed, checkpoints)
    assert (size, new_size) == (proof["from"], proof["to"]), "the proof is about other checkpoints"
    index, last = size - 1, new_size - 1
    while index % 2 or index == last > 0:
        index, last = index // 2, last // 2
    before = after = path.pop(0) if index else old
    for other in path:
        own_right = index % 2 or index == last
        if own_right:
            before = parent(other, before)
        after = parent(other, after) if own_right else parent(after, other)
        index, last = up(index, last, own_right)
    assert last == 0 and (before, after) == (old, new), "NOT the same log: history was changed"
    print(f"the log of {new_size} events begins with that of {size} events")
