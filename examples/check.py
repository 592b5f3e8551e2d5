"""Checks a proof of inclusion with nothing of Memory Vault: python3 check.py KEY CHECKPOINT PROOF"""
import base64, hashlib, json, subprocess, sys, tempfile

key, checkpoint, proof = (open(file, encoding="utf-8").read() for file in sys.argv[1:])
sha = lambda data: hashlib.sha256(data).digest()

# The checkpoint: its text, a blank line, and signatures of it.
text, signatures = checkpoint.split("\n\n", 1)
name, number, public = key.strip().split("+", 2)
own = next(line.split()[2] for line in signatures.splitlines() if line.startswith(f"— {name} "))
with tempfile.TemporaryDirectory() as folder:
    write = lambda file, data: open(f"{folder}/{file}", "wb").write(data)
    write("key", bytes.fromhex("302a300506032b6570032100") + base64.b64decode(public)[1:])
    write("text", f"{text}\n".encode())
    write("signature", base64.b64decode(own)[4:])
    command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
    subprocess.run(command.split(), cwd=folder, check=True)

# The proof: the path from the event to the root of the tree (RFC 6962).
proof = json.loads(proof)
envelope = json.dumps(proof["envelope"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
node, index, last = sha(b"\0" + envelope.encode()), proof["leaf_index"], proof["tree_size"] - 1
for other in map(base64.b64decode, proof["path"]):
    if index % 2 or index == last:
        node = sha(b"\1" + other + node)
        while index and index % 2 == 0:
            index, last = index // 2, last // 2
    else:
        node = sha(b"\1" + node + other)
    index, last = index // 2, last // 2

_, size, root = text.split("\n")[:3]
assert (int(size), root) == (proof["tree_size"], base64.b64encode(node).decode()), "NOT in this log"
print(f"event {proof['envelope']['position']} is in the log of {size} events")
