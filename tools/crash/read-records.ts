import { checkLedger } from '#server/ledger/index.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { CrashWorld } from './crash-world.ts';
import type { ProviderPayment, ListedSession } from './provider-client.ts';

/** The records of the product and of the provider. */
export interface BothRecords {
  readonly payments: readonly ProviderPayment[];
  readonly sessions: readonly ListedSession[];
  readonly intents: readonly ComparedIntent[];
  readonly donations: readonly ComparedDonation[];
  /** The keys that keep jobs in the outbox unique: `receipt:don_…`. */
  readonly outboxKeys: readonly string[];
  /** Quarantined events, and the findings of the ledger check. */
  readonly problems: readonly string[];
}

export interface ComparedIntent {
  readonly id: string;
  readonly key: string | null;
  readonly sessionId: string | null;
  readonly status: PaymentStatus;
}

export interface ComparedDonation {
  readonly id: string;
  readonly intentId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Reads the records of both sides. They match only while nothing is in progress. */
export async function readBothRecords({ provider, deps }: CrashWorld): Promise<BothRecords> {
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
    problems: [
      ...findings.map(({ rule, subject }) => `${rule}: ${subject}`),
      ...quarantined.map((event) => `quarantined as ${event.reason}: ${event.event_id}`),
    ],
  };
}
