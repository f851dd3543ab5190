import { checkLedger } from '#server/ledger/index.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { CrashWorld } from './crash-world.ts';
import type { BookedPayment, ListedSession } from './provider-client.ts';

/** Everything that both sides have written down, to be compared. */
export interface BothBooks {
  readonly payments: readonly BookedPayment[];
  readonly sessions: readonly ListedSession[];
  readonly intents: readonly IntentFacts[];
  readonly donations: readonly DonationFacts[];
  /** What each mail in the outbox is kept from being doubled by: `receipt:don_…`. */
  readonly outboxKeys: readonly string[];
  /** Messages of the provider that were put aside, and what the ledger's own check says is wrong. */
  readonly alarms: readonly string[];
}

/** An intent as far as it is compared. */
export interface IntentFacts {
  readonly id: string;
  readonly key: string | null;
  readonly sessionId: string | null;
  readonly status: PaymentStatus;
}

/** A donation as far as it is compared. */
export interface DonationFacts {
  readonly id: string;
  readonly intentId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Reads the books of both. They agree only when nothing is under way. */
export async function readBothBooks({ provider, deps }: CrashWorld): Promise<BothBooks> {
  const { read } = deps.db;
  const intents = read
    .selectFrom('donation_intents')
    .select(['id', 'idempotency_key as key', 'provider_session_id as sessionId', 'status']);
  const donations = read
    .selectFrom('donations')
    .select(['id', 'intent_id as intentId', 'charge_total_minor as amountMinor', 'charge_currency as currency']);
  const quarantined = await read.selectFrom('quarantined_events').select(['event_id', 'reason']).execute();
  const findings = await checkLedger(read);
  return {
    payments: await provider.readPayments(),
    sessions: await provider.listSessions(),
    intents: await intents.execute(),
    donations: await donations.execute(),
    outboxKeys: (await read.selectFrom('outbox').select('dedupe_key').execute()).map((row) => row.dedupe_key),
    alarms: [
      ...findings.map(({ rule, subject }) => `${rule}: ${subject}`),
      ...quarantined.map((event) => `quarantined as ${event.reason}: ${event.event_id}`),
    ],
  };
}
