import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptProof } from '#contract/public/log.ts';
import { checkReceiptProof, type InclusionEvidence, type ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { proveDonation, rotateSigningKey, sequenceLog } from '#server/public-log/index.ts';
import { startApp, type TestApp } from './support/app/start-app.ts';
import { postDonations } from './support/public-log/log-world.ts';
import { proofTools } from './support/public-log/proof-tools.ts';

const run = promisify(execFile);
const tool = new URL('../tools/verify-receipt.ts', import.meta.url).pathname;
const python = new URL('support/public-log/verify_receipt.py', import.meta.url).pathname;

type Verdicts = Record<string, string>;

/** What a verifier says of each file: `accepted`, or `refused` with the reason. */
const verdictsIn = (output: string): Verdicts =>
  Object.fromEntries(
    [...output.matchAll(/^(\S+): (accepted|refused: .*)$/gm)].map(([, file = '', verdict = '']) => [
      basename(file, '.json'),
      verdict,
    ]),
  );

/** The tool of the repository, from another folder, as someone runs it who has only this file. */
async function runTool(...args: string[]): Promise<{ readonly exitCode: number; readonly output: string }> {
  try {
    const { stdout } = await run(process.execPath, [tool, ...args], { cwd: tmpdir() });
    return { exitCode: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { exitCode: code, output: stdout };
  }
}

async function runPython(files: readonly string[]): Promise<Verdicts> {
  const { TEST_PYTHON_PATH: path, TEST_OPENSSL_PATH: openssl, TEST_PYTHON_PROBLEM: problem } = process.env;
  if (path === undefined || openssl === undefined) throw new Error(problem ?? 'This test runs under vitest only.');
  return verdictsIn((await run(path, ['-I', python, openssl, ...files])).stdout);
}

async function runDomain(proofs: Readonly<Record<string, unknown>>): Promise<Verdicts> {
  const verdicts: Verdicts = {};
  for (const [name, proof] of Object.entries(proofs)) {
    const { data: read } = receiptProof.safeParse(proof);
    const checked = read
      ? await checkReceiptProof(proofTools, read)
      : ({ code: 'refused', problem: 'format' } as const);
    verdicts[name] = checked.code === 'refused' ? `refused: ${checked.problem}` : 'accepted';
  }
  return verdicts;
}

describe('the receipt verifiers', () => {
  let app: TestApp;
  let folder: string;
  const proofs: ReceiptProof[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'receipt-proofs-'));
    app = await startApp('sqlite');
    const ids = await postDonations(app, 11);
    const promise = await proveDonation(app.deps, ids[0]!);
    await sequenceLog(app.deps);
    await rotateSigningKey(app.deps, 'Once a year');
    const later = await postDonations(app, 2);
    await sequenceLog(app.deps);
    for (const id of [...ids, ...later]) proofs.push((await proveDonation(app.deps, id))!);
    proofs.push(promise!);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });
  const write = (files: Readonly<Record<string, unknown>>): string[] =>
    Object.entries(files).map(([name, content]) => {
      const path = join(folder, `${name}.json`);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    });

  test('accept every proof, of every leaf, from before and after a key was replaced, and a promise', async () => {
    const all = Object.fromEntries(proofs.map((proof, index) => [`proof-${index}`, proof]));
    const accepted = Object.fromEntries(Object.keys(all).map((name) => [name, 'accepted']));
    const files = write(all);
    const { exitCode, output } = await runTool(...files);
    expect([exitCode, verdictsIn(output)]).toEqual([0, accepted]);
    expect(await runPython(files)).toEqual(accepted);
    expect(await runDomain(all)).toEqual(accepted);
  });

  test('say in words what was checked and what was not', async () => {
    const [file] = write({ words: proofs[3] });
    const { output } = await runTool(file!);
    const { head, leafIndex } = proofs[3]!.evidence as InclusionEvidence;
    const { donation, paidAt } = JSON.parse(proofs[3]!.entry) as { donation: string; paidAt: string };
    expect(output.split('\n').slice(1)).toEqual([
      `  donation ${donation}: 4.00 CAD (4.00 for Food banks across Canada, 0.00 service fee), ${paidAt}`,
      `  leaf ${leafIndex} of the log, in the head of 11 leaves that key ${head.keyId} signed at ${head.signedAt}`,
      '  whose key this is was not checked: compare it with a copy from elsewhere, and use --key',
      '  compare this head with one from someone else: it shows that both of you see the same log',
      '',
    ]);
    expect(await runTool(file!, '--key', head.keyId)).toMatchObject({ exitCode: 0 });
    expect(await runTool(file!, '--key', '0'.repeat(16))).toMatchObject({ exitCode: 1 });
    expect((await runTool('--key', head.keyId)).exitCode).toBe(2);
  });

  test('refuse everything that is altered', async () => {
    const proof = proofs[5]!;
    const evidence = proof.evidence as InclusionEvidence;
    const promise = proofs.at(-1)!;
    const other = proofs[6]!;
    const inEntry = (from: string, to: string) => ({ ...proof, entry: proof.entry.replace(from, to) });
    const withEvidence = (changes: Partial<InclusionEvidence>) => ({ ...proof, evidence: { ...evidence, ...changes } });
    const withHead = (changes: Partial<InclusionEvidence['head']>) =>
      withEvidence({ head: { ...evidence.head, ...changes } });
    const withPromise = (changes: object) => ({ ...promise, evidence: { ...promise.evidence, ...changes } });
    const flipped = (hex: string) => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;
    const ownKey = proofs.find((one) => one.publicKey !== proof.publicKey)!.publicKey;
    const altered = {
      amount: inEntry('6.00', '60.00'),
      charity: inEntry('Food banks across Canada', 'Food banks across Ontario'),
      'charity-id': inEntry('"charity":6', '"charity":9'),
      currency: inEntry('CAD', 'USD'),
      donation: inEntry('"donation":"don_', '"donation":"don_0'),
      time: inEntry('2026', '2025'),
      kind: inEntry('"kind":"donation"', '"kind":"refund"'),
      'space-in-entry': inEntry('{', '{ '),
      'entry-of-another': { ...proof, entry: other.entry },
      'salt-of-another': { ...proof, salt: other.salt },
      'salt-altered': { ...proof, salt: flipped(proof.salt) },
      'salt-cut': { ...proof, salt: proof.salt.slice(2) },
      'key-of-another': { ...proof, publicKey: ownKey },
      'key-altered': { ...proof, publicKey: flipped(proof.publicKey) },
      'index-of-another': withEvidence({ leafIndex: (evidence.leafIndex + 1) % 11 }),
      'index-outside': withEvidence({ leafIndex: 11 }),
      'index-negative': withEvidence({ leafIndex: -1 }),
      'index-in-part': withEvidence({ leafIndex: 5.5 }),
      'hash-altered': withEvidence({ hashes: evidence.hashes.with(1, flipped(evidence.hashes[1]!)) }),
      'hash-missing': withEvidence({ hashes: evidence.hashes.slice(1) }),
      'hash-added': withEvidence({ hashes: [...evidence.hashes, evidence.hashes[0]!] }),
      'hashes-swapped': withEvidence({ hashes: evidence.hashes.toReversed() }),
      'hashes-none': withEvidence({ hashes: [] }),
      'size-altered': withHead({ treeSize: 12 }),
      'root-altered': withHead({ rootHash: flipped(evidence.head.rootHash) }),
      'head-time-altered': withHead({ signedAt: '2026-03-04T12:00:01.000Z' }),
      'key-id-altered': withHead({ keyId: flipped(evidence.head.keyId) }),
      'signature-altered': withHead({ signature: flipped(evidence.head.signature) }),
      'signature-of-promise': withHead({ signature: (promise.evidence as { signature: string }).signature }),
      'head-of-later': withEvidence({ head: (proofs[11]!.evidence as InclusionEvidence).head }),
      'promise-for-another': { ...promise, entry: other.entry, salt: other.salt },
      'promise-postponed': withPromise({ includedBy: '2027-03-05T12:00:00.000Z' }),
      'promise-signature': withPromise({ signature: evidence.head.signature }),
      'promise-with-new-line': withPromise({ includedBy: '2026-03-05T12:00:00.000Z\n' }),
      'kind-of-evidence': { ...proof, evidence: { ...evidence, kind: 'promise' } },
      'no-evidence': { ...proof, evidence: null },
      format: { ...proof, format: 'donation-log-receipt-v2' },
      'not-json': '{',
      'other-json': '[]',
    };
    const files = write(altered);
    const { exitCode, output } = await runTool(...files);
    const byTool = verdictsIn(output);
    const names = Object.keys(altered);
    expect(exitCode).toBe(1);
    expect(names.filter((name) => !byTool[name]?.startsWith('refused: '))).toEqual([]);
    const byPython = await runPython(files);
    expect(names.filter((name) => !byPython[name]?.startsWith('refused: '))).toEqual([]);
    const byDomain = await runDomain(altered);
    expect(names.filter((name) => !byDomain[name]?.startsWith('refused: '))).toEqual([]);
    expect(byTool).toMatchObject({
      amount: 'refused: the hashes do not lead from the entry to the signed head',
      'size-altered': 'refused: the signature is wrong',
      'key-of-another': 'refused: the public key has another id',
      'not-json': 'refused: the file is not a JSON object',
    });
  });

  test('accept what a stranger signed unless the key is named, which the words say', async () => {
    const stranger = await startApp('sqlite');
    const [id] = await postDonations(stranger, 1);
    await sequenceLog(stranger.deps);
    const [file] = write({ stranger: await proveDonation(stranger.deps, id!) });
    await stranger.close();
    expect((await runTool(file!)).output).toContain('whose key this is was not checked');
    const { head } = proofs[0]!.evidence as InclusionEvidence;
    expect(await runTool(file!, '--key', head.keyId)).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/refused: the key \w{16} is not/) as string,
    });
  });

  test('do not need the product: the tool imports nothing of it and fits on a few pages', () => {
    const source = readFileSync(tool, 'utf8');
    expect([...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['node:crypto', 'node:fs']);
    expect(source.split('\n').length).toBeLessThanOrEqual(250);
  });
});
