import { sandboxAt, type Sandbox } from '../sandbox.ts';
import type { SubscriptionRecord } from '../state/billing-records.ts';
import type { Store } from '../state/store.ts';
import { pauseToWire } from '../stripe-wire/subscription.ts';
import { saveSubscription } from './billing-events.ts';
import { endSubscription } from './end-subscription.ts';
import { foretellInvoice, foretoldAt } from './foretell-invoice.ts';
import { collectInvoice, renewSubscription } from './renew-subscription.ts';

/** What the clock does next with a subscription, and when that is due. */
interface Due {
  readonly at: number;
  readonly subscriptionId: string;
  readonly act: (sandbox: Sandbox, subscription: SubscriptionRecord) => void;
}

/**
 * Does everything with subscriptions whose time has come, in the order of the moments at which it was due, over all
 * subscriptions and however many months the clock has jumped: each deed and each event is dated at its own moment.
 */
export function billDueSubscriptions(sandbox: Sandbox): void {
  const { store } = sandbox;
  const now = sandbox.clock.presentSeconds();
  if (caughtUpAt.get(store) === now) return;
  caughtUpAt.set(store, now);
  const isDue = (due: Due | undefined): due is Due => due !== undefined && due.at <= now;
  const agenda = [...store.subscriptions.values()].map((subscription) => nextOf(sandbox, subscription)).filter(isDue);
  if (agenda.length === 0) return;
  agenda.sort((one, other) => one.at - other.at);
  for (let due = agenda.shift(); due !== undefined; due = agenda.shift()) {
    const next = perform(sandbox, due);
    if (isDue(next)) insertInOrder(agenda, next);
  }
}

/** Does what is due, in one transaction. Returns what comes next with the same subscription. */
function perform(sandbox: Sandbox, { at, subscriptionId, act }: Due): Due | undefined {
  const { store } = sandbox;
  const subscription = store.subscriptions.get(subscriptionId);
  if (subscription !== undefined) store.transact(() => act(sandboxAt(sandbox, at), subscription));
  const standing = store.subscriptions.get(subscriptionId);
  return standing && nextOf(sandbox, standing);
}

/** Nothing new falls due within one second, so that thousands of calls need not look at thousands of subscriptions. */
const caughtUpAt = new WeakMap<Store, number>();

/** Behind everything that is due at the same moment: who came first stays first. */
function insertInOrder(agenda: Due[], due: Due): void {
  const position = agenda.findIndex(({ at }) => at > due.at);
  agenda.splice(position === -1 ? agenda.length : position, 0, due);
}

/** Of what the clock can do with a subscription, what comes first; at the same moment, what stands first here. */
function nextOf({ store }: Sandbox, subscription: SubscriptionRecord): Due | undefined {
  const {
    id: subscriptionId,
    status,
    pause,
    periodEnd,
    foretoldFor,
    isEndingWithPeriod,
    latestInvoiceId,
  } = subscription;
  if (status === 'canceled') return undefined;
  const invoice = store.invoices.get(latestInvoiceId);
  const dues: Due[] = [];
  const add = (at: number | null | undefined, act: Due['act']): void => {
    if (at !== null && at !== undefined) dues.push({ at, subscriptionId, act });
  };
  add(pause?.resumesAt, resume);
  if (invoice?.status === 'open') add(invoice.nextAttemptAt, retry);
  // A bill that will be voided is not foretold.
  const willBeCollected = pause === null || (pause.resumesAt !== null && pause.resumesAt <= periodEnd);
  if (willBeCollected && !isEndingWithPeriod && foretoldFor !== periodEnd)
    add(foretoldAt(subscription), foretellInvoice);
  add(periodEnd, isEndingWithPeriod ? endWithPeriod : renewSubscription);
  return dues.reduce<Due | undefined>(
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
