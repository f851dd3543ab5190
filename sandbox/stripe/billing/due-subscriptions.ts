import { sandboxAt, type Sandbox } from '#sandbox/sandbox.ts';
import type { Store } from '#sandbox/store.ts';
import { pauseToWire } from '../wire/subscription.ts';
import { payOutDaily } from '../payments/payout.ts';
import { announceInvoice, announcementDueAt } from './draft-invoice.ts';
import { endSubscription } from './update-subscription.ts';
import { saveSubscription } from './events.ts';
import type { SubscriptionRecord } from './records.ts';
import { collectInvoice, renewSubscription } from './renew-subscription.ts';

/** The next step of a subscription, and when it is due. */
interface DueStep {
  readonly at: number;
  readonly subscriptionId: string;
  readonly run: (sandbox: Sandbox, subscription: SubscriptionRecord) => void;
}

/**
 * Runs every due step of all subscriptions, and the daily payouts between them, in the order of their due times, however
 * many months the clock has jumped. Each change and event carries the time at which it was due.
 */
export function processDueSubscriptions(sandbox: Sandbox): void {
  const { store } = sandbox;
  const now = sandbox.clock.presentSeconds();
  if (caughtUpAt.get(store) === now) return;
  caughtUpAt.set(store, now);
  const isDue = (due: DueStep | undefined): due is DueStep => due !== undefined && due.at <= now;
  const queue = [...store.subscriptions.values()].map((subscription) => nextStep(sandbox, subscription)).filter(isDue);
  queue.sort((first, second) => first.at - second.at);
  for (let due = queue.shift(); due !== undefined; due = queue.shift()) {
    payOutDaily(sandbox, due.at);
    const next = runStep(sandbox, due);
    if (isDue(next)) insertInOrder(queue, next);
  }
  payOutDaily(sandbox, now);
}

/** Runs a step in one transaction. Returns the same subscription's next step. */
function runStep(sandbox: Sandbox, { at, subscriptionId, run }: DueStep): DueStep | undefined {
  const { store } = sandbox;
  const subscription = store.subscriptions.get(subscriptionId);
  if (subscription !== undefined) store.transact(() => run(sandboxAt(sandbox, at), subscription));
  const current = store.subscriptions.get(subscriptionId);
  return current && nextStep(sandbox, current);
}

/** The second at which each store last caught up. Calls in the same second skip the scan, because nothing new can be due. */
const caughtUpAt = new WeakMap<Store, number>();

/** Inserts a step in order of time, after all steps that are due at the same time. */
function insertInOrder(queue: DueStep[], due: DueStep): void {
  const position = queue.findIndex(({ at }) => at > due.at);
  queue.splice(position === -1 ? queue.length : position, 0, due);
}

/** Finds the earliest of a subscription's next steps, and the one added first if several are due at the same time. */
function nextStep({ store }: Sandbox, subscription: SubscriptionRecord): DueStep | undefined {
  const {
    id: subscriptionId,
    status,
    pause,
    periodEnd,
    announcedFor,
    cancelsAtPeriodEnd,
    latestInvoiceId,
  } = subscription;
  if (status === 'canceled' || status === 'paused') return undefined;
  const invoice = store.invoices.get(latestInvoiceId);
  const steps: DueStep[] = [];
  const add = (at: number | null | undefined, run: DueStep['run']): void => {
    if (at !== null && at !== undefined) steps.push({ at, subscriptionId, run });
  };
  add(pause?.resumesAt, resume);
  if (invoice?.status === 'open') add(invoice.nextAttemptAt, retry);
  // An invoice that will be voided is not announced.
  const willBeCollected = pause === null || (pause.resumesAt !== null && pause.resumesAt <= periodEnd);
  if (willBeCollected && !cancelsAtPeriodEnd && announcedFor !== periodEnd)
    add(announcementDueAt(subscription), announceInvoice);
  add(periodEnd, cancelsAtPeriodEnd ? endWithPeriod : renewSubscription);
  return steps.reduce<DueStep | undefined>(
    (first, due) => (first === undefined || due.at < first.at ? due : first),
    undefined,
  );
}

const endWithPeriod = (sandbox: Sandbox, subscription: SubscriptionRecord): void => {
  endSubscription(sandbox, subscription, 'cancellation_requested');
};

function resume(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  const previousAttributes = { pause_collection: pauseToWire(subscription) };
  saveSubscription(sandbox, { ...subscription, pause: null }, 'updated', { previousAttributes });
}

function retry(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  const invoice = sandbox.store.invoices.get(subscription.latestInvoiceId);
  if (invoice?.status === 'open') collectInvoice(sandbox, subscription, invoice);
}
