import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationFilters } from '#contract/admin/donations/search.ts';
import { newest, type ListPosition } from '#server/db/list-page.ts';
import type { DonationRow, ReversalRow } from '#server/db/tables.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { chooseCandidates } from './choose-candidates.ts';
import { searchDonations } from './search-donations.ts';

/** A refund or dispute of one of the donations. */
interface Reversal {
  readonly of: number;
  readonly kind: ReversalRow['kind'];
  readonly isActive: boolean;
  readonly takenMinor: number;
}

const donationsCount = 12;
const chargeMinor = 524;

const reversal: fc.Arbitrary<Reversal> = fc.record({
  of: fc.constantFrom(0, 1, 2, 5, 11), // few, so that some have several
  kind: fc.constantFrom('refund', 'dispute'),
  isActive: fc.boolean(),
  takenMinor: fc.constantFrom(0, chargeMinor / 4, chargeMinor / 2, chargeMinor),
});

forEachDatabase((engine) => {
  describe('a search of the donations in pages', () => {
    let app: TestApp;
    let donorId: string;
    let newestFirst: readonly DonationRow[];

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      donorId = (await signIn(app, { firstName: 'Ana', lastName: 'Silva' })).user.id;
      const written = await insertPastDonations(
        app.deps,
        Array.from({ length: donationsCount }, (_, index) => ({
          donated_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 3))).toISOString(), // three at each instant
          charity_id: 5 + (index % 2),
          donor_id: index % 4 === 3 ? null : donorId,
        })),
      );
      newestFirst = written.toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
    });
    afterAll(() => app.close());

    const keyOf = ({ donated_at: at, id }: DonationRow): string => `${at} ${id}`;

    /** Reads all pages. Returns their ids. */
    async function found(filters: DonationFilters, pageSize: number): Promise<string[]> {
      const ids: string[] = [];
      for (let after: ListPosition | undefined = newest; after !== undefined;) {
        const page = await searchDonations(app.deps.db, filters, after, pageSize);
        ids.push(...page.donations.map(({ id }) => id));
        after = page.next;
      }
      return ids;
    }

    async function replaceReversals(reversals: readonly Reversal[]): Promise<void> {
      const { write } = app.deps.db;
      await write.deleteFrom('reversals').execute();
      for (const [index, { of, kind, isActive, takenMinor }] of reversals.entries())
        await write
          .insertInto('reversals')
          .values({
            provider: 'stripe',
            reversal_id: `re_${index}`,
            kind,
            payment_id: `pi_${of}`,
            intent_id: newestFirst[of]?.intent_id ?? null,
            status: 'taken',
            amount_minor: chargeMinor,
            currency: 'CAD',
            is_active: isActive ? 1 : 0,
            is_itemized: 0,
            taken_minor: takenMinor,
            subtotal_minor: Math.floor(takenMinor / 2),
            service_fee_minor: Math.ceil(takenMinor / 2),
            loss_minor: 0,
            postings: 1,
            occurred_at: '2026-03-05T00:00:00.000Z',
            updated_at: '2026-03-05T00:00:00.000Z',
          })
          .execute();
    }

    /** Computes the state of a donation from what each reversal took, without the database. */
    function stateOf(donation: number, reversals: readonly Reversal[]): string {
      const taking = reversals.filter(({ of, isActive, takenMinor }) => of === donation && isActive && takenMinor > 0);
      if (taking.some(({ kind }) => kind === 'dispute')) return 'disputed';
      const total = taking.reduce((sum, { takenMinor }) => sum + takenMinor, 0);
      if (total === 0) return 'paid';
      if (total < chargeMinor) return 'partly_refunded';
      return total === chargeMinor ? 'refunded' : 'more than was paid';
    }

    test('finds each refunded or disputed donation once, in order', async () => {
      const states = ['paid', 'partly_refunded', 'refunded', 'disputed'] as const;
      const property = fc.asyncProperty(
        fc.array(reversal, { maxLength: 12, size: 'max' }),
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.constantFrom('5', '6'), { nil: undefined }),
        async (reversals, pageSize, charity) => {
          await replaceReversals(reversals);
          for (const state of states) {
            const expected = newestFirst.filter(
              ({ charity_id: id }, index) =>
                stateOf(index, reversals) === state && (charity === undefined || id === Number(charity)),
            );
            expect(await found({ state, charity }, pageSize)).toEqual(expected.map(({ id }) => id));
          }
        },
      );
      await fc.assert(property, { numRuns: 40 });
    });

    test('finds the same donations of a donor with every page size', async () => {
      const ofDonor = newestFirst.filter(({ donor_id: id }) => id === donorId).map(({ id }) => id);
      expect(ofDonor).toHaveLength(9);
      for (let pageSize = 1; pageSize <= 10; pageSize += 1) {
        expect(await found({ search: 'ana sil' }, pageSize)).toEqual(ofDonor);
        expect(await found({ search: donorId }, pageSize)).toEqual(ofDonor);
      }
    });

    test('finds a donation whose refund was reported before the payment', async () => {
      const [first] = newestFirst;
      await replaceReversals([{ of: 0, kind: 'refund', isActive: true, takenMinor: chargeMinor }]);
      const { write } = app.deps.db;
      await write.updateTable('reversals').set({ intent_id: null }).execute();
      expect(await found({ state: 'refunded' }, 5)).toEqual([]);
      await write
        .updateTable('reversals')
        .set({ intent_id: first?.intent_id ?? null })
        .execute();
      expect(await found({ state: 'refunded' }, 5)).toEqual([first?.id]);
    });

    test('reads nothing for monthly donations with PayPal, because there are none', async () => {
      const { db } = app.deps;
      expect(await chooseCandidates(db, { provider: 'paypal', kind: 'monthly' })).toBeUndefined();
      expect(await chooseCandidates(db, { provider: 'stripe', kind: 'monthly' })).toBeDefined();
    });
  });
});
