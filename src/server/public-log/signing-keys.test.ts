import { verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '#domain/public-log/bytes.ts';
import { checkReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { successionBytes } from '#domain/public-log/signed-texts.ts';
import type { Deps } from '#server/deps.ts';
import { recordReportedRestore } from '#server/payments/index.ts';
import { createEncryption } from '#server/secrets/encryption.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { findForks, growLog, postDonations, readHeads } from '#test/support/public-log/log-world.ts';
import { proofTools, publicKeyOf } from '#test/support/public-log/proof-tools.ts';
import { checkLog } from './check-log.ts';
import { proveDonation } from './prove-donation.ts';
import { sequenceLog } from './sequence-log.ts';
import { encryptSigningKey, rotateSigningKey } from './signing-keys.ts';

forEachDatabase((engine) => {
  describe('the signing key', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(async () => {
      expect(await checkLog(app.deps.db.read)).toEqual([]);
      await app.close();
    });
    const keys = () => app.deps.db.read.selectFrom('log_keys').selectAll().orderBy('number').execute();
    const headKeys = async () => (await readHeads(app)).map((head) => head.key_id);
    /** Returns the dependencies of a server with other secret keys. */
    const withKeys = (first: number, ...others: number[]): Deps => ({
      ...app.deps,
      encryption: createEncryption(
        [Buffer.alloc(32, first), ...others.map((byte) => Buffer.alloc(32, byte))],
        app.deps.random,
      ),
    });

    test('is created once, and can be read only with the secret key that encrypted it', async () => {
      await growLog(app, 2);
      const [key, ...others] = await keys();
      expect(others).toEqual([]);
      expect(key!.private_key).toMatch(/^v1\./);
      expect(await headKeys()).toEqual([key!.key_id, key!.key_id]);
    });

    test('is replaced by a key that it has signed, and its earlier signatures stay valid', async () => {
      const [donationId] = await postDonations(app, 1);
      const promise = (await proveDonation(app.deps, donationId!))!;
      await sequenceLog(app.deps);
      const proof = (await proveDonation(app.deps, donationId!))!;
      const rotated = await rotateSigningKey(app.deps, 'Once a year');
      await growLog(app, 1);
      const [first, second] = await keys();
      expect([rotated.isSigned, second!.key_id, second!.reason]).toEqual([true, rotated.keyId, 'Once a year']);
      expect([first!.private_key, second!.private_key === null]).toEqual([null, false]);
      expect(await headKeys()).toEqual([first!.key_id, second!.key_id]);
      const succession = successionBytes({
        keyId: second!.key_id,
        publicKey: toHex(second!.public_key),
        createdAt: second!.created_at,
        previousKeyId: first!.key_id,
      });
      expect(verify(null, succession, publicKeyOf(first!.public_key), second!.succession!)).toBe(true);
      for (const old of [promise, proof])
        expect((await checkReceiptProof(proofTools, old)).code).toMatch(/^(included|promised)$/);
      expect(await proveDonation(app.deps, donationId!)).toEqual(proof);
      expect(await findForks(app, await readHeads(app))).toEqual([]);
    });

    test('signs nothing after it is lost, until it is replaced by a key that it has not signed', async () => {
      const [donationId] = await postDonations(app, 1);
      await sequenceLog(app.deps);
      const proof = (await proveDonation(app.deps, donationId!))!;
      const broken = withKeys(9);
      await encryptSigningKey(broken);
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, msg: 'the signing key of the public log cannot be read; needs review' }),
      );
      const [late] = await postDonations(app, 1);
      expect(await proveDonation(broken, late!)).toBeUndefined();
      expect(await app.deps.db.read.selectFrom('log_commitments').select('salt').execute()).toHaveLength(1);
      await sequenceLog(broken);
      expect((await readHeads(app)).map((head) => head.tree_size)).toEqual([1]);
      expect(await proveDonation(broken, late!)).toBeUndefined();
      expect(await rotateSigningKey(broken, 'The secret key was lost')).toMatchObject({ isSigned: false });
      await sequenceLog(broken);
      expect((await readHeads(app)).map((head) => head.tree_size)).toEqual([1, 2]);
      expect((await keys())[1]!.succession).toBeNull();
      expect(await checkReceiptProof(proofTools, proof)).toMatchObject({ code: 'included' });
      expect(await findForks(app, await readHeads(app))).toEqual([]);
    });

    test('from a restored backup signs no more heads, and is replaced once, by a key that it has signed', async () => {
      await growLog(app, 1);
      app.clock.advance(1000);
      await recordReportedRestore(app.deps, undefined);
      app.clock.advance(1000);
      await growLog(app, 2);
      const [first, second, ...others] = await keys();
      expect(others).toEqual([]);
      expect([first!.private_key, second!.reason]).toEqual([null, 'A backup was restored']);
      expect(second!.succession).not.toBeNull();
      expect(await headKeys()).toEqual([first!.key_id, second!.key_id, second!.key_id]);
    });

    test('is replaced once after a restore, even if the clock is behind that of the process that noticed the restore', async () => {
      await growLog(app, 1);
      app.clock.advance(1000);
      await recordReportedRestore(app.deps, undefined);
      app.clock.advance(-500);
      await growLog(app, 2);
      const [donationId] = await postDonations(app, 1);
      expect(await proveDonation(app.deps, donationId!)).toMatchObject({ evidence: { kind: 'promise' } });
      const [, second, ...others] = await keys();
      expect(others).toEqual([]);
      expect(await headKeys()).toEqual(expect.arrayContaining([second!.key_id]));
      await sequenceLog(app.deps);
    });

    test('is not replaced automatically if it cannot be read, even after a restore', async () => {
      await growLog(app, 1);
      app.clock.advance(1000);
      await recordReportedRestore(app.deps, undefined);
      await postDonations(app, 1);
      await sequenceLog(withKeys(9));
      expect(await keys()).toHaveLength(1);
      expect(await readHeads(app)).toHaveLength(1);
    });

    test('can be encrypted again with a new secret key, and read with that', async () => {
      await growLog(app, 1);
      const rotated = withKeys(2, 1);
      await encryptSigningKey(rotated);
      await encryptSigningKey(rotated);
      await postDonations(app, 1);
      await sequenceLog(withKeys(2));
      expect((await readHeads(app)).map((head) => head.tree_size)).toEqual([1, 2]);
      expect(await keys()).toHaveLength(1);
    });
  });
});
