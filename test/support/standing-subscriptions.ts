import type { DonationIntentRow } from '#server/db/tables.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { newId } from '#server/ids.ts';
import { insertPlan, type SubscriptionProvider } from '#server/payments/index.ts';
import { insertPastDonations } from './past-donations.ts';
import type { SignedIn } from './signed-in.ts';
import type { TestApp } from './start-app.ts';

type State = Extract<Awaited<ReturnType<SubscriptionProvider['fetchSubscription']>>, { code: 'answered' }>['state'];

const stateOf = (subscriptionId: string, changes: Partial<State> = {}): State => ({
  subscriptionId,
  customerId: 'cus_1',
  planId: undefined,
  isLive: false,
  status: 'active',
  nextChargeAt: new Date('2026-04-04T12:00:00.000Z'),
  pausedUntil: undefined,
  endedAt: undefined,
  collected: undefined,
  charityId: undefined,
  card: 'Visa ending in 4242',
  ...changes,
});

const answered = async <Value>(state: Value) => ({ code: 'answered', state }) as const;

/** A provider of monthly charges in the test's own process: whatever it is asked, it has done. */
export const standingSubscriptions: SubscriptionProvider = {
  fetchSubscription: (id) => answered(stateOf(id)),
  fetchInvoice: () => answered(undefined),
  changeSubscription: (id, { charge, charityId }) => answered(stateOf(id, { collected: charge.total, charityId })),
  pauseSubscription: (id, until) => answered(stateOf(id, { status: 'paused', pausedUntil: until })),
  resumeSubscription: (id) => answered(stateOf(id)),
  cancelSubscription: (id) =>
    answered(stateOf(id, { status: 'ended', nextChargeAt: undefined, endedAt: new Date('2026-03-04T12:00:00.000Z') })),
  openPortal: () => answered('https://pay.example/portal'),
  listInvoices: async function* () {},
};

/** Writes a monthly gift of somebody's that goes on, with one month paid. Answers its id. */
export async function insertPlanOf({ deps }: TestApp, { user }: SignedIn): Promise<string> {
  const [donation] = await insertPastDonations(deps, [{ donor_id: user.id, is_recurring: 1 }]);
  const planId = newId('pln', deps.random);
  await inTransaction(deps.db, async (tx) => {
    const intent: DonationIntentRow = await tx
      .selectFrom('donation_intents')
      .selectAll()
      .where('id', '=', donation?.intent_id ?? '')
      .executeTakeFirstOrThrow();
    await insertPlan(tx, { ...intent, donor_id: user.id }, planId);
    await tx
      .updateTable('plans')
      .set({ subscription_id: `sub_${planId}`, customer_id: 'cus_1', status: 'active' })
      .where('id', '=', planId)
      .execute();
  });
  return planId;
}
