import type { DonationIntentRow } from '#server/db/tables.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { newId } from '#server/ids.ts';
import { insertPlan } from '#server/payments/index.ts';
import type { SubscriptionProvider } from '#server/ports/subscription-provider.ts';
import { insertPastDonations } from './past-donations.ts';
import type { SignedIn } from '../accounts/signed-in.ts';
import type { TestApp } from '../app/start-app.ts';

type State = Extract<Awaited<ReturnType<SubscriptionProvider['fetchSubscription']>>, { code: 'responded' }>['state'];

const stateOf = (subscriptionId: string, changes: Partial<State> = {}): State => ({
  subscriptionId,
  customerId: 'cus_1',
  planId: undefined,
  isLive: false,
  status: 'active',
  nextChargeAt: new Date('2026-04-04T12:00:00.000Z'),
  pausedUntil: undefined,
  endedAt: undefined,
  hasEndedUnpaid: false,
  collected: undefined,
  charityId: undefined,
  card: 'Visa ending in 4242',
  ...changes,
});

const pausedUntil = (until: Date | undefined): Partial<State> =>
  until ? { status: 'paused', pausedUntil: until } : {};

const responded = async <Value>(state: Value) => ({ code: 'responded', state }) as const;

/** A subscription provider in the test's process that accepts every change. */
export const activeSubscriptions: SubscriptionProvider = {
  fetchSubscription: (id) => responded(stateOf(id)),
  fetchInvoice: () => responded(undefined),
  changeSubscription: (id, { charge, charityId, restart }) =>
    responded(stateOf(id, { collected: charge.total, charityId, ...pausedUntil(restart?.pausedUntil) })),
  pauseSubscription: (id, until) => responded(stateOf(id, pausedUntil(until))),
  resumeSubscription: (id) => responded(stateOf(id)),
  stopSubscription: (id) => responded(stateOf(id, { status: 'paused', nextChargeAt: undefined })),
  restartSubscription: (id, restart) => responded(stateOf(id, pausedUntil(restart.pausedUntil))),
  cancelSubscription: (id) =>
    responded(stateOf(id, { status: 'ended', nextChargeAt: undefined, endedAt: new Date('2026-03-04T12:00:00.000Z') })),
  openPortal: () => responded('https://pay.example/portal'),
  listInvoices: async function* () {},
};

/** Inserts an active plan of a user, with one paid month. Returns the plan's id. */
export async function insertActivePlan({ deps }: TestApp, { user }: SignedIn): Promise<string> {
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
