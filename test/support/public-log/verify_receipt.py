"""Checks the proofs of receipts and payouts: python3 verify_receipt.py OPENSSL FILE...

The program follows only decisions 0148 and 0150 in docs/decisions. It uses Python's standard library, and openssl for Ed25519. This
shows that the decisions are enough to check a proof in another language. Prints "FILE: accepted" or "FILE: refused: REASON".
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


def not_json(name):
    raise Refusal(f"{name} is not JSON")


def parse(source):
    return json.loads(source, parse_constant=not_json)  # Python reads NaN and Infinity too


def text(fields, name):
    require(isinstance(fields, dict) and isinstance(fields.get(name), str), f"{name} is missing")
    return fields[name]


def unhex(value, length):
    require(isinstance(value, str) and re.fullmatch(r"[0-9a-f]*", value), "not hexadecimal")
    require(len(value) == 2 * length, "wrong length")
    return bytes.fromhex(value)


def part(fields, name):
    require(isinstance(fields.get(name), dict), f"{name} is missing")
    return fields[name]


def whole_number(fields, name):
    value = fields.get(name)
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON has one kind of number: 5.0 is 5
    require(isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2**40, f"{name} is not a number")
    return value


def matching_text(fields, name, form):
    value = text(fields, name)
    require(re.fullmatch(form, value, re.ASCII), f"{name} is malformed")
    return value


DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
INSTANT = DAY + r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z"
DECIMAL = r"-?\d+(\.\d+)?"


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
    """Computes the root from an inclusion path, as in RFC 9162, 2.1.3.2."""
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


def is_in_tree(commitment, fields, size, root):
    require(isinstance(fields.get("hashes"), list), "no hashes")
    path = [unhex(one, 32) for one in fields["hashes"]]
    index = whole_number(fields, "leafIndex")
    return index < size and root_from_path(index, size, sha256(b"\x00" + commitment), path) == root


def read_entry(fields, kinds):
    entry_text = text(fields, "entry")
    require(re.fullmatch(r"[ -~]+", entry_text), "the entry is not ASCII")
    entry = parse(entry_text)
    require(isinstance(entry, dict) and whole_number(entry, "version") == 1, "unknown version")
    require(entry.get("kind") in kinds, "the entry is of another kind")
    whole_number(entry, "charity")
    for name in ("charityName", "currency"):
        text(entry, name)
    matching_text(entry, "amount", DECIMAL)
    return entry


def read_donation(fields):
    entry = read_entry(fields, ("donation", "refund", "dispute"))
    text(entry, "donation")
    matching_text(entry, "paidAt" if entry["kind"] == "donation" else "reversedAt", INSTANT)
    for name in ("serviceFee", "total"):
        matching_text(entry, name, DECIMAL)
    return entry


def commitment_of(fields):
    return sha256(b"donation-log entry v1\n" + unhex(fields.get("salt"), 32) + text(fields, "entry").encode("ascii"))


def check_evidence(openssl, fields, kinds):
    public_key = unhex(fields.get("publicKey"), 32)
    commitment = commitment_of(fields)
    evidence = part(fields, "evidence")
    require(evidence.get("kind") in kinds, "the evidence is of another kind")
    if evidence["kind"] == "promise":
        signed = evidence
        lines = ["donation-log promise v1", commitment.hex(), matching_text(evidence, "includedBy", INSTANT)]
    else:
        signed = part(evidence, "head")
        size, root = whole_number(signed, "treeSize"), unhex(signed.get("rootHash"), 32)
        lines = ["donation-log head v1", str(size), root.hex(), matching_text(signed, "signedAt", INSTANT)]
    key_id = text(signed, "keyId")
    require(sha256(public_key).hex()[:16] == key_id, "the key has another id")
    message = "".join(line + "\n" for line in [*lines, key_id]).encode("ascii")
    require(is_signed(openssl, public_key, message, unhex(signed.get("signature"), 64)), "the signature is wrong")
    if evidence["kind"] == "inclusion":
        require(is_in_tree(commitment, evidence, size, root), "the entry is not in the log")


def check_payout(openssl, proof):
    donation, payout = part(proof, "donation"), part(proof, "payout")
    entry, payout_entry = read_donation(donation), read_entry(payout, ("payout",))
    for name in ("payout", "batch", "reference"):
        text(payout_entry, name)
    matching_text(payout_entry, "paidOn", DAY)
    check_evidence(openssl, payout, ("inclusion",))
    covers = part(payout_entry, "covers")
    size, root = whole_number(covers, "leaves"), unhex(covers.get("rootHash"), 32)
    require(is_in_tree(commitment_of(donation), part(proof, "covered"), size, root), "the payout does not name the donation")
    for name in ("charity", "currency"):
        require(entry[name] == payout_entry[name], f"the payout has another {name}")


def check(openssl, proof):
    require(isinstance(proof, dict), "not an object")
    if proof.get("format") == "donation-log-payout-v1":
        return check_payout(openssl, proof)
    require(proof.get("format") == "donation-log-receipt-v1", "not a proof")
    read_donation(proof)
    check_evidence(openssl, proof, ("promise", "inclusion"))


def main(openssl, files):
    for name in files:
        try:
            with open(name, encoding="utf-8") as file:
                check(openssl, parse(file.read()))
            print(f"{name}: accepted")
        except (Refusal, ValueError, RecursionError) as problem:
            print(f"{name}: refused: {problem}")


main(sys.argv[1], sys.argv[2:])
