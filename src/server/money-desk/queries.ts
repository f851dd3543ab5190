import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DonationIntentRow, DonationRow } from '#server/db/tables.ts';
import { goneMinor } from '#server/donations/index.ts';

/** A donation as far as giving it back needs to know it. */
export interface Refundable
  extends
    Pick<DonationIntentRow, 'provider' | 'provider_payment_id'>,
    Pick<DonationRow, 'charge_subtotal_minor' | 'charge_service_fee_minor' | 'charge_total_minor' | 'charge_currency'> {
  /** How much of the charge is gone already. */
  readonly goneMinor: number;
  /** How many refunds the provider has taken on and not made yet. */
  readonly refundsPending: number;
}

/** The donation of an id; `undefined` when there is none. */
export const findRefundable = (db: Queryable, donationId: string): Promise<Refundable | undefined> =>
  db
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select(['provider', 'provider_payment_id'])
    .select(['donations.charge_subtotal_minor', 'donations.charge_service_fee_minor'])
    .select(['donations.charge_total_minor', 'donations.charge_currency'])
    .select(goneMinor.as('goneMinor'))
    .select(refundsPending.as('refundsPending'))
    .where('donations.id', '=', donationId)
    .executeTakeFirst();

/** A refund that is known and has moved no money: it will, unless it fails. As part of a query over intents. */
const refundsPending: RawBuilder<number> = sql<number>`(
  select count(*) from reversals
  where reversals.provider = donation_intents.provider
    and reversals.payment_id = donation_intents.provider_payment_id
    and reversals.kind = 'refund' and reversals.status = 'noted')`;

/** A refund that an administrator asked for. */
export interface AskedRefund {
  readonly amount: Money;
  /** Whether the provider has not answered yet. */
  readonly isOpen: boolean;
}

const payloadSchema = z.object({ amountMinor: z.string(), currency: z.string() });

/** The refunds that administrators asked for of a donation, oldest first. */
export async function findAskedRefunds(db: Queryable, donationId: string): Promise<AskedRefund[]> {
  const refunds: AskedRefund[] = [];
  for (;;) {
    const row = await db
      .selectFrom('outbox')
      .select(['payload', 'status'])
      .where('dedupe_key', '=', refundKey(donationId, refunds.length + 1))
      .executeTakeFirst();
    if (!row) return refunds;
    const { amountMinor, currency } = payloadSchema.parse(JSON.parse(row.payload));
    if (!isCurrencyCode(currency)) throw new TypeError(`${currency} is no currency of ours`);
    refunds.push({ amount: money(Number(amountMinor), currency), isOpen: row.status === 'waiting' });
  }
}

/** Names a refund of a donation among those that were asked for, from 1. */
export const refundKey = (donationId: string, number: number): string => `refund:${donationId}:${number}`;
