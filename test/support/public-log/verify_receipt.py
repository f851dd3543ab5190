"""Checks receipt proofs: python3 verify_receipt.py OPENSSL FILE...

Written from docs/decisions/0148-verifying-a-receipt.md alone, with Python's standard library, and openssl for Ed25519. It shows
that the description is enough to check a proof in another language. Prints "FILE: accepted" or "FILE: refused: REASON".
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile


class Refusal(Exception):
    pass


def require(condition, reason):
    if not condition:
        raise Refusal(reason)


def text(fields, name):
    require(isinstance(fields, dict) and isinstance(fields.get(name), str), f"{name} is missing")
    return fields[name]


def unhex(value, length):
    require(isinstance(value, str) and re.fullmatch(r"[0-9a-f]*", value), "not hexadecimal")
    require(len(value) == 2 * length, "wrong length")
    return bytes.fromhex(value)


def whole(fields, name):
    value = fields.get(name)
    require(isinstance(value, int) and not isinstance(value, bool) and value >= 0, f"{name} is not a number")
    return value


def instant(fields, name):
    value = text(fields, name)
    require(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value, re.ASCII), f"{name} is not an instant")
    return value


def sha256(data):
    return hashlib.sha256(data).digest()


def is_signed(openssl, public_key, message, signature):
    der = bytes.fromhex("302a300506032b6570032100") + public_key
    with tempfile.NamedTemporaryFile() as key, tempfile.NamedTemporaryFile() as data, tempfile.NamedTemporaryFile() as sig:
        for file, content in ((key, der), (data, message), (sig, signature)):
            file.write(content)
            file.flush()
        command = [openssl, "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", key.name]
        command += ["-rawin", "-in", data.name, "-sigfile", sig.name]
        return subprocess.run(command, capture_output=True).returncode == 0


def root_from_path(index, size, leaf_hash, path):
    """RFC 9162, 2.1.3.2."""
    node, last, root = index, size - 1, leaf_hash
    for sibling in path:
        require(last != 0, "the path is too long")
        if node & 1 or node == last:
            root = sha256(b"\x01" + sibling + root)
            while not node & 1 and node != 0:
                node, last = node >> 1, last >> 1
        else:
            root = sha256(b"\x01" + root + sibling)
        node, last = node >> 1, last >> 1
    require(last == 0, "the path is too short")
    return root


def check(openssl, proof):
    require(isinstance(proof, dict) and proof.get("format") == "donation-log-receipt-v1", "not a receipt proof")
    entry_text = text(proof, "entry")
    require(re.fullmatch(r"[ -~]+", entry_text), "the entry is not ASCII")
    entry = json.loads(entry_text)
    require(isinstance(entry, dict) and entry.get("version") == 1, "unknown version")
    require(entry.get("kind") in ("donation", "refund", "dispute"), "the entry is no donation")
    for name in ("donation", "charityName", "currency", "paidAt" if entry["kind"] == "donation" else "reversedAt"):
        text(entry, name)
    for name in ("amount", "serviceFee", "total"):
        require(re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text(entry, name)), f"{name} is not an amount")

    public_key = unhex(proof.get("publicKey"), 32)
    salt = unhex(proof.get("salt"), 32)
    commitment = sha256(b"donation-log entry v1\n" + salt + entry_text.encode("ascii"))
    evidence = proof.get("evidence")
    require(isinstance(evidence, dict) and evidence.get("kind") in ("promise", "inclusion"), "no evidence")
    if evidence["kind"] == "promise":
        signed = evidence
        lines = ["donation-log promise v1", commitment.hex(), instant(evidence, "includedBy")]
    else:
        signed = evidence.get("head")
        text(signed, "rootHash")
        root = unhex(signed["rootHash"], 32)
        size, index = whole(signed, "treeSize"), whole(evidence, "leafIndex")
        lines = ["donation-log head v1", str(size), root.hex(), instant(signed, "signedAt")]
    key_id = text(signed, "keyId")
    require(sha256(public_key).hex()[:16] == key_id, "the key has another id")
    message = "".join(line + "\n" for line in [*lines, key_id]).encode("ascii")
    require(is_signed(openssl, public_key, message, unhex(signed.get("signature"), 64)), "the signature is wrong")
    if evidence["kind"] == "inclusion":
        require(isinstance(evidence.get("hashes"), list), "no hashes")
        path = [unhex(one, 32) for one in evidence["hashes"]]
        require(index < size, "the leaf is outside the tree")
        require(root_from_path(index, size, sha256(b"\x00" + commitment), path) == root, "the root is another")


def main(openssl, files):
    for name in files:
        try:
            with open(name, encoding="utf-8") as file:
                check(openssl, json.load(file))
            print(f"{name}: accepted")
        except (Refusal, ValueError) as problem:
            print(f"{name}: refused: {problem}")


main(sys.argv[1], sys.argv[2:])
