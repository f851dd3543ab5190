import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payoutProof } from '#contract/public/log.ts';
import { toHex } from '#domain/public-log/bytes.ts';
import type { PayoutProof } from '#domain/public-log/payout-proof.ts';
import { inclusionRanges } from '#domain/public-log/subtrees.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { rotateSigningKey, sequenceLog } from '#server/public-log/index.ts';
import { readCoverTree } from '#server/public-log/read-payout-entries.ts';
import { call } from './support/accounts/account-calls.ts';
import { forEachDatabase } from './support/app/databases.ts';
import { startApp, type TestApp } from './support/app/start-app.ts';
import { deliver, stubCardsWithWebhook } from './support/payments/open-intent.ts';
import { payIntents } from './support/payments/pay-intents.ts';
import { refundMessage } from './support/payments/reversal-messages.ts';
import {
  alteredEntries,
  alteredEvidence,
  alteredFiles,
  alteredPaths,
  flipped,
  inPart,
} from './support/public-log/altered-proofs.ts';
import { expectAccepted, expectRefused } from './support/public-log/expect-verdicts.ts';
import { payOut } from './support/public-log/log-world.ts';
import { ownPayoutProof, ownPromise } from './support/public-log/own-proofs.ts';
import { runTool, withFiles } from './support/public-log/verifiers.ts';

forEachDatabase((engine) => {
  describe('the verifiers of payouts', () => {
    let app: TestApp;
    /** Proofs of seven donations in one payout, the last of which was refunded in part. */
    let together: PayoutProof[];
    /** Proofs of the refund, and of a donation in the next payout; another key has signed the proof of this donation. */
    let refund: PayoutProof;
    let later: PayoutProof;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      const intents = await payIntents(app, 7);
      await deliver(app, refundMessage(intents[6]!, 'created', { id: 're_1', amountMinor: 262 }));
      const payoutId = await payOut(app, 6 * 476 + 238);
      const [last] = await payIntents(app, 5);
      await sequenceLog(app.deps);
      await rotateSigningKey(app.deps, 'Once a year');
      await payOut(app, 5 * 476, 'BANK-2');
      await sequenceLog(app.deps);
      together = await Promise.all(intents.map(getProof));
      later = await getProof(last!);
      refund = await proveRefund(together[6]!, payoutId);
    });
    afterAll(() => app.close());

    async function getProof({ donation_id: id }: DonationIntentRow): Promise<PayoutProof> {
      return payoutProof.parse((await call(app, { method: 'GET', url: `/api/donations/${id}/payout-proof` })).json());
    }

    /** Builds the proof of the only refund from that of a donation in the same payout. No endpoint returns proofs of refunds. */
    async function proveRefund(proof: PayoutProof, payoutId: string): Promise<PayoutProof> {
      const { commitment, entry, salt } = await app.deps.db.read
        .selectFrom('log_commitments')
        .select(['commitment', 'entry', 'salt'])
        .where('entry', 'like', '%"kind":"refund"%')
        .executeTakeFirstOrThrow();
      const tree = await readCoverTree(app.deps.db.read, payoutId);
      const leafIndex = tree.indexOf(commitment);
      const hashes = inclusionRanges(leafIndex, tree.leaves).map((range) => toHex(tree.hashOf(range)));
      return { ...proof, donation: { entry: entry!, salt: toHex(salt!) }, covered: { leafIndex, hashes } };
    }

    test('accept the proof of each donation and of a refund', async () => {
      const [first, second] = together;
      await expectAccepted({ first, second, inPartRefunded: together[6], refund, later });
      expect(new Set(together.map(({ covered }) => covered.hashes.length))).toEqual(new Set([3]));
    });

    test('the tool says what was checked and what was not', async () => {
      const proof = together[6]!;
      const { head, leafIndex } = proof.payout.evidence;
      const { donation, paidAt } = JSON.parse(proof.donation.entry) as Record<string, string>;
      const { payout, batch, paidOn } = JSON.parse(proof.payout.entry) as Record<string, string>;
      const alone = ownPayoutProof({ siblings: 0, payout: { amount: '4.76' } });
      await withFiles({ words: proof, alone }, async ([file, other]) => {
        expect((await runTool(file!)).output.split('\n').slice(1)).toEqual([
          `  donation ${donation}: 5.24 CAD (4.76 for Food banks across Canada, 0.48 service fee), ${paidAt}`,
          `  one of 8 entries of payout ${payout} in batch ${batch}: 30.94 CAD to Food banks across Canada on ${paidOn}, bank reference BANK-1`,
          `  leaf ${leafIndex} of the log, in the tree head of ${head.treeSize} leaves that key ${head.keyId} signed at ${head.signedAt}`,
          '  whose key this is was not checked: compare it with a copy from elsewhere, and use --key',
          '  compare this head with one from someone else: it shows that both of you see the same log',
          '  whether the bank sent the money cannot be checked here: ask the charity',
          '',
        ]);
        expect((await runTool(other!)).output).toMatch(
          /^ {2}the only entry of payout pay_1 in batch bat_1: 4\.76 CAD to /m,
        );
        expect((await runTool(file!, '--key', head.keyId)).exitCode).toBe(0);
        expect((await runTool(other!, '--key', head.keyId)).exitCode).toBe(1);
      });
    });

    test('refuse every altered proof, the page and the tool for the same reason', async () => {
      const proof = together[0]!;
      const { donation, covered, payout } = proof;
      const receipt = ownPromise();
      await expectRefused({
        ...inPart('donation', alteredEntries(donation.entry, 'not_covered'), (entry) => ({
          ...proof,
          donation: { ...donation, entry },
        })),
        ...inPart('covered', alteredPaths(covered, 8, 'not_covered'), (path) => ({ ...proof, covered: path })),
        ...inPart('payout', alteredEntries(payout.entry, 'not_in_tree'), (entry) => ({
          ...proof,
          payout: { ...payout, entry },
        })),
        ...inPart('payout', alteredEvidence(payout, later.payout), (proven) => ({ ...proof, payout: proven })),
        ...alteredFiles(proof),
        'covers-root-altered': [
          { ...proof, payout: { ...payout, entry: withCovers(payout.entry, flipRoot) } },
          'not_in_tree',
        ],
        'donation-salt-altered': [{ ...proof, donation: { ...donation, salt: flipped(donation.salt) } }, 'not_covered'],
        'donation-salt-of-another': [{ ...proof, donation: { ...donation, salt: later.donation.salt } }, 'not_covered'],
        'donation-salt-cut': [{ ...proof, donation: { ...donation, salt: 'ab' } }, 'field_malformed'],
        'donation-of-another-payout': [{ ...proof, donation: later.donation }, 'not_covered'],
        'donation-and-path-of-another-payout': [
          { ...proof, donation: later.donation, covered: later.covered },
          'not_covered',
        ],
        'donation-of-same-payout': [{ ...proof, donation: together[1]!.donation }, 'not_covered'],
        'path-of-same-payout': [{ ...proof, covered: together[1]!.covered }, 'not_covered'],
        'payout-of-another': [{ ...proof, payout: later.payout }, 'not_covered'],
        'payout-is-a-donation': [{ ...proof, payout: { ...payout, entry: donation.entry } }, 'entry_unreadable'],
        'donation-is-a-payout': [{ ...proof, donation: { ...donation, entry: payout.entry } }, 'entry_unreadable'],
        'payout-is-promised': [
          { ...proof, payout: { ...payout, publicKey: receipt.publicKey, evidence: receipt.evidence } },
          'not_a_proof',
        ],
        'payout-missing': [{ ...proof, payout: undefined }, 'not_a_proof'],
        'donation-missing': [{ ...proof, donation: undefined }, 'not_a_proof'],
        'covered-missing': [{ ...proof, covered: undefined }, 'not_a_proof'],
        'format-of-receipt': [{ ...proof, format: 'donation-log-receipt-v1' }, 'not_a_proof'],
        'receipt-as-payout': [{ ...receipt, format: 'donation-log-payout-v1' }, 'not_a_proof'],
      });
    });
  });
});

describe('a payout proof that a stranger has signed', () => {
  test('is accepted if it holds', async () => {
    await expectAccepted({ one: ownPayoutProof({ siblings: 0 }), several: ownPayoutProof({ siblings: 5 }) });
  });

  test('is refused if the payout is not for the donation', async () => {
    const { covers } = JSON.parse(ownPayoutProof().payout.entry) as { covers: { leaves: number; rootHash: string } };
    await expectRefused({
      'other-charity': [ownPayoutProof({ payout: { charity: 7 } }), 'other_payee'],
      'other-currency': [ownPayoutProof({ payout: { currency: 'USD' } }), 'other_payee'],
      'charity-as-text': [ownPayoutProof({ payout: { charity: '6' } }), 'entry_unreadable'],
      'batch-missing': [ownPayoutProof({ payout: { batch: undefined } }), 'entry_unreadable'],
      'payout-return': [ownPayoutProof({ payout: { kind: 'payout_return' } }), 'entry_unreadable'],
      'amount-in-words': [ownPayoutProof({ payout: { amount: 'all' } }), 'entry_unreadable'],
      'day-99': [ownPayoutProof({ payout: { paidOn: '2026-03-99' } }), 'entry_unreadable'],
      'day-in-words': [ownPayoutProof({ payout: { paidOn: 'Friday' } }), 'entry_unreadable'],
      'donation-amount-in-words': [ownPayoutProof({ donation: { amount: 'all' } }), 'entry_unreadable'],
      'covers-nothing': [ownPayoutProof({ payout: { covers: { ...covers, leaves: 0 } } }), 'not_covered'],
      'covers-fewer': [ownPayoutProof({ payout: { covers: { ...covers, leaves: 1 } } }), 'not_covered'],
      'covers-more': [ownPayoutProof({ payout: { covers: { ...covers, leaves: 3 } } }), 'not_covered'],
      'covers-too-many': [ownPayoutProof({ siblings: 41 }), 'entry_unreadable'],
      'charity-too-large': [
        ownPayoutProof({ donation: { charity: 2 ** 41 }, payout: { charity: 2 ** 41 } }),
        'entry_unreadable',
      ],
      'paid-in-words': [ownPayoutProof({ donation: { paidAt: 'yesterday' } }), 'entry_unreadable'],
      'paid-in-other-form': [ownPayoutProof({ donation: { paidAt: '2026-03-04' } }), 'entry_unreadable'],
      'paid-in-month-13': [ownPayoutProof({ donation: { paidAt: '2026-13-04T12:00:00.000Z' } }), 'entry_unreadable'],
      'paid-at-25': [ownPayoutProof({ donation: { paidAt: '2026-03-04T25:00:00.000Z' } }), 'entry_unreadable'],
      'covers-in-part': [ownPayoutProof({ payout: { covers: { ...covers, leaves: 2.5 } } }), 'entry_unreadable'],
      'covers-root-cut': [ownPayoutProof({ payout: { covers: { ...covers, rootHash: 'ab' } } }), 'field_malformed'],
      'covers-missing': [ownPayoutProof({ payout: { covers: null } }), 'entry_unreadable'],
    });
  });
});

const flipRoot = (covers: { leaves: number; rootHash: string }) => ({ ...covers, rootHash: flipped(covers.rootHash) });

function withCovers(entry: string, change: (covers: { leaves: number; rootHash: string }) => object): string {
  const fields = JSON.parse(entry) as { covers: { leaves: number; rootHash: string } };
  return JSON.stringify({ ...fields, covers: change(fields.covers) });
}
