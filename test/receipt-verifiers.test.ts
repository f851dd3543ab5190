import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { proveDonation, rotateSigningKey, sequenceLog } from '#server/public-log/index.ts';
import { startApp, type TestApp } from './support/app/start-app.ts';
import {
  alteredEntries,
  alteredEvidence,
  alteredFiles,
  inclusionOf,
  inPart,
  type Altered,
} from './support/public-log/altered-proofs.ts';
import { expectAccepted, expectRefused } from './support/public-log/expect-verdicts.ts';
import { postDonations } from './support/public-log/log-world.ts';
import { ownReceiptProof } from './support/public-log/own-proofs.ts';
import { runTool, toolPath, withFiles } from './support/public-log/verifiers.ts';

describe('the verifiers of receipts', () => {
  let app: TestApp;
  const proofs: ReceiptProof[] = [];
  beforeAll(async () => {
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
  afterAll(() => app.close());

  test('accept the proof of every leaf, from before and after a key was replaced, and a promise', async () => {
    await expectAccepted(Object.fromEntries(proofs.map((proof, index) => [`proof-${index}`, proof])));
  });

  test('the tool says what was checked and what was not', async () => {
    const { head, leafIndex } = inclusionOf(proofs[3]!);
    const { donation, paidAt } = JSON.parse(proofs[3]!.entry) as { donation: string; paidAt: string };
    await withFiles({ words: proofs[3] }, async ([file]) => {
      const { output } = await runTool(file!);
      expect(output.split('\n').slice(1)).toEqual([
        `  donation ${donation}: 4.00 CAD (4.00 for Food banks across Canada, 0.00 service fee), ${paidAt}`,
        `  leaf ${leafIndex} of the log, in the tree head of 11 leaves that key ${head.keyId} signed at ${head.signedAt}`,
        '  whose key this is was not checked: compare it with a copy from elsewhere, and use --key',
        '  compare this head with one from someone else: it shows that both of you see the same log',
        '',
      ]);
      expect(await runTool(file!, '--key', head.keyId)).toMatchObject({ exitCode: 0 });
      expect(await runTool(file!, '--key', '0'.repeat(16))).toMatchObject({ exitCode: 1 });
      expect((await runTool('--key', head.keyId)).exitCode).toBe(2);
    });
  });

  test('refuse every altered proof, the page and the tool for the same reason', async () => {
    const proof = proofs[5]!;
    const [promise, other, later] = [proofs.at(-1)!, proofs[6]!, proofs[11]!];
    const withPromise = (changes: object) => ({ ...promise, evidence: { ...promise.evidence, ...changes } });
    const promises: Altered<unknown> = {
      'promise-for-another': [{ ...promise, entry: other.entry, salt: other.salt }, 'signature_wrong'],
      'promise-postponed': [withPromise({ includedBy: '2027-03-05T12:00:00.000Z' }), 'signature_wrong'],
      'promise-signature': [withPromise({ signature: inclusionOf(proof).head.signature }), 'signature_wrong'],
      'promise-with-new-line': [withPromise({ includedBy: '2026-03-05T12:00:00.000Z\n' }), 'field_malformed'],
    };
    await expectRefused({
      ...inPart('receipt', alteredEntries(proof.entry, 'not_in_tree'), (entry) => ({ ...proof, entry })),
      ...inPart('receipt', alteredEvidence(proof, later), (proven) => ({ ...proof, ...proven })),
      ...alteredFiles(proof),
      ...promises,
    });
  });

  test('accept a proof that a stranger signed unless a key is named, and refuse an entry that is not a receipt', async () => {
    const proof = ownReceiptProof();
    await expectAccepted({ stranger: proof });
    await withFiles({ stranger: proof }, async ([file]) => {
      expect((await runTool(file!)).output).toContain('whose key this is was not checked');
      expect(await runTool(file!, '--key', inclusionOf(proofs[0]!).head.keyId)).toMatchObject({
        exitCode: 1,
        output: expect.stringMatching(/refused: the key \w{16} is not/) as string,
      });
    });
    await expectRefused({
      'no-amount': [ownReceiptProof({ amount: 'much' }), 'entry_unreadable'],
      'amount-as-number': [ownReceiptProof({ amount: 4.76 }), 'entry_unreadable'],
      'no-charity': [ownReceiptProof({ charity: undefined }), 'entry_unreadable'],
      payout: [ownReceiptProof({ kind: 'payout' }), 'entry_unreadable'],
    });
  });

  test('the tool prints no control characters from a proof', async () => {
    const proof = ownReceiptProof({ donation: '\u001B[2K\rproof.json: accepted', charityName: 'Food\nbanks' });
    await withFiles({ words: proof }, async ([file]) => {
      expect((await runTool(file!)).output.split('\n')[1]).toMatch(
        /^ {2}donation \?\[2K\?proof\.json: accepted: .* for Food\?banks,/,
      );
    });
  });

  test('the tool imports nothing from the product and has at most 250 lines', () => {
    const source = readFileSync(toolPath, 'utf8');
    expect([...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['node:crypto', 'node:fs']);
    expect(source.split('\n').length).toBeLessThanOrEqual(250);
  });
});
