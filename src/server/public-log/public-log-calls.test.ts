import { verify } from 'node:crypto';
import type * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  consistencyProof,
  inclusionProof,
  leavesPage,
  logKeys,
  receiptProof,
  treeHead,
} from '#contract/public/log.ts';
import { fromHex, toHex } from '#domain/public-log/bytes.ts';
import { checkReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { headBytes } from '#domain/public-log/signed-texts.ts';
import { verifyConsistency, verifyInclusion } from '#domain/public-log/verify-tree.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { paidDonation } from '#test/support/calls/paid-donation.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { growLog, postDonations, sha256 } from '#test/support/public-log/log-world.ts';
import { proofTools, publicKeyOf } from '#test/support/public-log/proof-tools.ts';
import { sequenceLog } from './sequence-log.ts';

const bytes = (hex: string, length = 32): Uint8Array => fromHex(hex, length)!;
const forever = 'public, max-age=31536000, immutable';

forEachDatabase((engine) => {
  describe('the calls of the public log', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterEach(() => app.close());
    const get = (path: string, cookie?: string) =>
      call(app, { method: 'GET', url: `/api/${path}`, ...(cookie === undefined ? {} : { cookie }) });
    const read = async <Schema extends z.ZodMiniType>(path: string): Promise<z.infer<Schema>> => {
      const response = await get(path);
      expect(response.statusCode).toBe(200);
      return response.json<z.infer<Schema>>();
    };
    const notFound = (sentence: string) => ({ status: 404, body: refusal('not_found', sentence) });

    test('return no head before the first one is signed', async () => {
      expect(statusAndBody(await get('log/head'))).toEqual(notFound('The public log has no tree head yet.'));
      for (const page of ['0', 'x'])
        expect(statusAndBody(await get(`log/leaves/${page}`))).toEqual(notFound('The public log has no such page.'));
      expect(await read<typeof logKeys>('log/keys')).toEqual({ keys: [] });
      await sequenceLog(app.deps);
      expect(await read<typeof treeHead>('log/head')).toMatchObject({ treeSize: 0 });
    });

    test('allow anyone to check everything using only their responses', async () => {
      await growLog(app, 7);
      const head = await read<typeof treeHead>('log/head');
      const { keys } = await read<typeof logKeys>('log/keys');
      const key = keys.find(({ keyId }) => keyId === head.keyId)!;
      expect(verify(null, headBytes(head), publicKeyOf(bytes(key.publicKey)), bytes(head.signature, 64))).toBe(true);
      const { from, commitments } = await read<typeof leavesPage>('log/leaves/0');
      expect([from, commitments.length, head.treeSize]).toEqual([0, 7, 7]);
      for (const [leafIndex, commitment] of commitments.entries()) {
        const proof = await read<typeof inclusionProof>(`log/inclusion/${commitment}/7`);
        expect(proof.leafIndex).toBe(leafIndex);
        const claim = { ...proof, commitment: bytes(commitment), rootHash: bytes(head.rootHash) };
        expect(await verifyInclusion(sha256, { ...claim, hashes: proof.hashes.map((hash) => bytes(hash)) })).toBe(true);
      }
      await growLog(app, 4);
      const later = await read<typeof treeHead>('log/head');
      const proof = await read<typeof consistencyProof>('log/consistency/7/11');
      const rootOf = ({ treeSize, rootHash }: typeof head) => ({ treeSize, rootHash: bytes(rootHash) });
      const hashes = proof.hashes.map((hash) => bytes(hash));
      expect(await verifyConsistency(sha256, { from: rootOf(head), to: rootOf(later), hashes })).toBe(true);
    });

    test('allow caching forever if the response never changes', async () => {
      await postDonations(app, 1001);
      await sequenceLog(app.deps);
      const { commitments } = await read<typeof leavesPage>('log/leaves/1');
      expect(commitments).toHaveLength(1);
      const cachingOf = async (path: string) => (await get(path)).headers['cache-control'];
      expect(await cachingOf('log/leaves/0')).toBe(forever);
      expect(await cachingOf('log/leaves/1')).toBe('public, max-age=10');
      expect(await cachingOf('log/head')).toBe('public, max-age=10');
      expect(await cachingOf('log/consistency/3/1001')).toBe(forever);
      expect(await cachingOf(`log/inclusion/${commitments[0]}/1001`)).toBe(forever);
      expect(await cachingOf('log/leaves/2')).toBe('no-store');
    });

    test('refuse sizes, pages and commitments that are not in the log', async () => {
      await growLog(app, 3);
      const { commitments } = await read<typeof leavesPage>('log/leaves/0');
      for (const path of ['1/4', '3/2', '-1/2', '1/x', '1/1e0', '01/2', '1/9999999999999'])
        expect(statusAndBody(await get(`log/consistency/${path}`))).toEqual(
          notFound('The public log has no tree head of this size.'),
        );
      for (const page of ['1', '-1', '0x0', 'x'])
        expect(statusAndBody(await get(`log/leaves/${page}`))).toEqual(notFound('The public log has no such page.'));
      expect(statusAndBody(await get(`log/inclusion/${commitments[0]}/4`))).toEqual(
        notFound('The public log has no tree head of this size.'),
      );
      for (const path of [`${commitments[2]}/2`, `${commitments[2]!.toUpperCase()}/3`, `${'0'.repeat(64)}/3`, 'x/3'])
        expect(statusAndBody(await get(`log/inclusion/${path}`))).toEqual(
          notFound('This commitment is not in the public log up to this size.'),
        );
    });

    test('do not show leaves that no signed head includes', async () => {
      await growLog(app, 3);
      const { commitments } = await read<typeof leavesPage>('log/leaves/0');
      await app.deps.db.write.deleteFrom('log_heads').where('tree_size', '=', 3).execute();
      expect(await read<typeof leavesPage>('log/leaves/0')).toEqual({ from: 0, commitments: commitments.slice(0, 2) });
      expect((await get(`log/inclusion/${commitments[2]}/3`)).statusCode).toBe(404);
    });
  });

  describe('GET /api/donations/{id}/proof', () => {
    let app: TestApp;
    let id: string;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      id = await paidDonation(app);
    });
    afterEach(() => app.close());
    const get = (cookie?: string, donationId = id) =>
      call(app, {
        method: 'GET',
        url: `/api/donations/${donationId}/proof`,
        ...(cookie === undefined ? {} : { cookie }),
      });
    const unknown = { status: 404, body: refusal('donation_not_found', 'This payment is not confirmed.') };

    test('is a promise until the donation is in the log, and then an inclusion proof that stays the same', async () => {
      const promise = (await get()).json<z.infer<typeof receiptProof>>();
      expect((await get()).json()).toEqual(promise);
      const promised = await checkReceiptProof(proofTools, promise);
      expect(promised).toMatchObject({ code: 'promised', entry: { donation: id, total: '5.24', currency: 'CAD' } });
      await sequenceLog(app.deps);
      const proof = (await get()).json<z.infer<typeof receiptProof>>();
      const included = await checkReceiptProof(proofTools, proof);
      expect(included).toEqual({ ...promised, code: 'included', evidence: proof.evidence });
      await growLog(app, 3);
      expect((await get()).json()).toEqual(proof);
      expect(JSON.stringify(proof.evidence).length).toBeLessThan(2000);
      const leaf = await app.deps.db.read
        .selectFrom('log_leaves')
        .select('commitment')
        .where('leaf_index', '=', 0)
        .executeTakeFirstOrThrow();
      expect(included).toMatchObject({ commitment: toHex(leaf.commitment) });
    });

    test('can be read only by those who may see the receipt: after a claim, the owner', async () => {
      const [owner, other] = [await signIn(app), await signIn(app)];
      expect((await get(other.cookie)).statusCode).toBe(200);
      await call(app, { method: 'PATCH', url: `/api/donations/${id}/claim`, cookie: owner.cookie });
      expect((await get(owner.cookie)).statusCode).toBe(200);
      for (const response of [await get(), await get(other.cookie), await get(owner.cookie, 'don_none')])
        expect(statusAndBody(response)).toEqual(unknown);
    });
  });
});
