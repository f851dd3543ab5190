import { closeMonth } from '#server/accounting/close/close-month.ts';
import { newId } from '#server/ids.ts';
import type { TestApp } from '../app/start-app.ts';
import { insertActivePlan } from '../payments/active-subscriptions.ts';
import { insertRatesVersion, newRate } from '../rates/rates.ts';
import { insertMovement } from '../review/movement.ts';
import { insertQuarantined } from '../review/quarantined.ts';
import { paidDonation } from './paid-donation.ts';
import { withoutInput, type SomeCalls, type ValidCall } from './valid-call.ts';

const forLostPlan: ValidCall = async (app, { owner }) => {
  const id = await insertActivePlan(app, owner);
  await app.deps.db.write.updateTable('plans').set({ donor_id: 'usr_lost' }).where('id', '=', id).execute();
  return { params: { id }, body: { reason: 'The donor asked' } };
};

/** A successful call of each endpoint for the team's work with money. */
export const moneyCalls = {
  getToday: withoutInput,
  getBalances: withoutInput,
  getAdminRates: withoutInput,
  publishRates: ({ deps }) => {
    const { number } = deps.published.rates.current();
    const rate = newRate({ currency: 'NGN', unitsPerDollar: `${1551 + number}` });
    return { body: { basedOn: number, reason: 'New rates', rates: [rate] } };
  },
  restoreRates: async (app) => {
    const basedOn = await insertRatesVersion(app, { NGN: newRate({ currency: 'NGN', unitsPerDollar: '1552' }) });
    return { body: { basedOn, reason: 'Back to the first rates' } };
  },
  bookMovement: async (app) => ({
    body: {
      provider: 'stripe',
      movementId: await insertMovement(app.deps),
      account: 'processing_fees',
      reason: 'A fee',
    },
  }),
  getTrialBalance: withoutInput,
  exportTrialBalance: withoutInput,
  listMonths: withoutInput,
  closeMonth: async (app) => ({ body: { month: await pastMonth(app), reason: 'Month end' } }),
  downloadMonth: async (app) => ({ params: { month: await closedMonth(app) } }),
  getMoneyIn: withoutInput,
  listReviewItems: withoutInput,
  resolveReviewItem: async (app) => ({
    body: { itemId: await quarantinedItem(app), action: 'dismiss', reason: 'Looked at it' },
  }),
  getReview: withoutInput,
  cancelLostPlan: forLostPlan,
  endHold: async () => ({ body: { decision: 'send', reason: 'All of them were lost' } }),
  refundDonation: async (app) => ({ params: { id: await paidDonation(app) }, body: { reason: 'Asked for it' } }),
} as const satisfies SomeCalls;

async function quarantinedItem({ deps }: TestApp): Promise<string> {
  const eventId = newId('req', deps.random);
  await insertQuarantined(deps, { eventId, reason: 'unknown_session', detail: {} });
  return `quarantined:stripe:${eventId}`;
}

/** Marks all days until now as written. Returns a past month. */
async function pastMonth({ deps: { db, clock } }: TestApp): Promise<string> {
  const now = clock.now().toISOString();
  const progress = { finished_before: now, hours_finished_before: now, written_before: now };
  await db.write
    .insertInto('ledger_progress')
    .values({ number: 1, ...progress, verified_before: '', verified_at: '' })
    .onConflict((conflict) => conflict.column('number').doUpdateSet(progress))
    .execute();
  return '2020-01';
}

async function closedMonth(app: TestApp): Promise<string> {
  const month = await pastMonth(app);
  await closeMonth(app.deps, 'system', { month, reason: 'Month end' });
  return month;
}
