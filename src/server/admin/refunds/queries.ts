import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { money, type Money } from '#domain/money/money.ts';
import { paymentProviders } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import { storedCurrency, type ChargeColumns } from '#server/db/row-money.ts';
import type { DonationIntentRow, OutboxRow } from '#server/db/tables.ts';
import { reversedMinor } from '#server/donations/index.ts';
import { refusalIdPrefix } from '#server/payments/index.ts';

export interface RefundableDonation
  extends Pick<DonationIntentRow, 'provider' | 'provider_payment_id' | 'exchange_rate'>, ChargeColumns {
  /** The part of the charge that is already reversed. */
  readonly reversedMinor: number;
  /** The number of refunds that the provider has accepted but not executed yet. */
  readonly pendingRefunds: number;
}

export const findRefundable = (db: Queryable, donationId: string): Promise<RefundableDonation | undefined> =>
  db
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select(['provider', 'provider_payment_id'])
    .select(['donations.charge_subtotal_minor', 'donations.charge_service_fee_minor'])
    .select(['donations.charge_total_minor', 'donations.charge_currency', 'donations.exchange_rate'])
    .select(reversedMinor.as('reversedMinor'))
    .select(pendingRefunds.as('pendingRefunds'))
    .where('donations.id', '=', donationId)
    .executeTakeFirst();

/** Part of a query over `donation_intents`. A refund with the status `noted` has moved no money yet, and may still fail. */
const pendingRefunds: RawBuilder<number> = sql<number>`(
  select count(*) from reversals
  where reversals.provider = donation_intents.provider
    and reversals.payment_id = donation_intents.provider_payment_id
    and reversals.kind = 'refund' and reversals.status = 'noted')`;

/** A refund that staff requested. */
export interface RequestedRefund {
  readonly amount: Money;
  /** True if the request named no amount, so that the refund covers everything that is left. */
  readonly isRest: boolean;
  /** The idempotency key of the request, if it had one. */
  readonly key: string | undefined;
  /** `dead` and `discarded`: the refund may have been made all the same. */
  readonly job: 'waiting' | 'done' | 'refused' | 'dead' | 'discarded';
  /** An ISO instant. */
  readonly requestedAt: string;
}

const payloadSchema = z.object({
  amountMinor: z.string(),
  currency: storedCurrency,
  requestKey: z.optional(z.string()),
  isRest: z.optional(z.literal('yes')),
});

/** Returns what the job of a refund stores about its request. */
export const memoOf = ({ key, isRest }: Pick<RequestedRefund, 'key' | 'isRest'>): Readonly<Record<string, string>> => ({
  ...(key === undefined ? {} : { requestKey: key }),
  ...(isRest ? { isRest: 'yes' } : {}),
});

/** Finds the requested refunds of a donation, oldest first. */
export async function findRequestedRefunds(db: Queryable, donationId: string): Promise<RequestedRefund[]> {
  const refunds: RequestedRefund[] = [];
  for (;;) {
    const job = await db
      .selectFrom('outbox')
      .leftJoin('quarantined_events as refusal', (join) =>
        join
          .on('refusal.provider', 'in', paymentProviders)
          .on('refusal.event_id', '=', sql`${refusalIdPrefix} || outbox.id`),
      )
      .select(['payload', 'status', 'created_at', 'refusal.event_id as refusalId'])
      .where('dedupe_key', '=', refundKey(donationId, refunds.length + 1))
      .executeTakeFirst();
    if (!job) return refunds;
    const { amountMinor, currency, requestKey: key, isRest } = payloadSchema.parse(JSON.parse(job.payload));
    const amount = money(Number(amountMinor), currency);
    refunds.push({ amount, isRest: isRest === 'yes', key, job: jobOf(job), requestedAt: job.created_at });
  }
}

interface RefundJob extends Pick<OutboxRow, 'status'> {
  /** Null unless the provider has refused the refund. */
  readonly refusalId: string | null;
}

function jobOf({ status, refusalId }: RefundJob): RequestedRefund['job'] {
  if (refusalId !== null) return 'refused';
  return status === 'waiting' || status === 'dead' || status === 'discarded' ? status : 'done';
}

/** The refunds of a donation are numbered from 1. */
export const refundKey = (donationId: string, number: number): string => `refund:${donationId}:${number}`;
