import { defaultTimeZone, isTimeZone } from '#domain/donation/calendar-day.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { lockAccount } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { insertPlan, storeSubjects } from '#server/payments/index.ts';
import type { PricedDonation } from './price-request.ts';
import { findIntentByKey, insertIntent, releaseKey } from './queries.ts';
import { thankYouAddress } from './return-address.ts';

/** The parts of an intent besides the priced donation. */
export interface CheckoutDetails {
  readonly provider: PaymentProvider;
  readonly key: string | undefined;
  readonly donorId: string | null;
  readonly requestHash: string;
  /** SHA-256 of the browser's key; null for a card checkout without an idempotency key. */
  readonly browserKeyHash: string | null;
  /** The time for which the donation can be paid. */
  readonly lifetimeMs: number;
  /** The donor's IANA time zone, as the page sent it. */
  readonly timeZone: string | undefined;
  readonly successUrl: URL;
  readonly cancelUrl: URL;
}

/** Creates a pending intent for a priced donation, with new ids and with its money and rate frozen. */
export function newIntent(deps: Deps, donation: PricedDonation, details: CheckoutDetails): DonationIntentRow {
  const now = deps.clock.now();
  const donationId = newId('don', deps.random);
  return {
    id: newId('int', deps.random),
    donation_id: donationId,
    idempotency_key: details.key ?? null,
    request_hash: details.requestHash,
    version: 1,
    status: 'pending',
    provider: details.provider,
    donor_id: details.donorId,
    provider_session_id: null,
    session_number: 1,
    provider_payment_id: null,
    browser_key_hash: details.browserKeyHash,
    plan_id: null,
    checkout_url: null,
    expires_at: new Date(now.getTime() + details.lifetimeMs).toISOString(),
    charity_id: donation.charity.id,
    frozen_charity_name: donation.charity.name,
    label: donation.label,
    items: JSON.stringify(donation.basket.kind === 'stack' ? donation.basket.items : []),
    meals: donation.meals,
    is_recurring: 0,
    ...frozenMoney(donation),
    time_zone: details.timeZone !== undefined && isTimeZone(details.timeZone) ? details.timeZone : defaultTimeZone,
    success_url: thankYouAddress(details.successUrl, {
      amount: donation.price.subtotal,
      meals: donation.meals,
      charity: donation.charity.name,
      donationId,
    }),
    cancel_url: details.cancelUrl.href,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

function frozenMoney({ price, charge, rates }: PricedDonation) {
  return {
    amount_minor: price.subtotal.amountMinor,
    service_fee_minor: price.serviceFee.amountMinor,
    currency: price.subtotal.currency,
    charge_subtotal_minor: charge.subtotal.amountMinor,
    charge_service_fee_minor: charge.serviceFee.amountMinor,
    charge_total_minor: charge.total.amountMinor,
    charge_currency: charge.total.currency,
    exchange_rate: rates.unitsPerDollar[charge.total.currency],
    rates_set_on: rates.days[charge.total.currency],
  };
}

/**
 * Writes the new intent with its subjects, or returns the earlier one with the same idempotency key: the unique key decides
 * which of two simultaneous requests writes it. The key is released when the earlier intent can no longer be paid, so that a
 * donor who returns an hour later can still donate. It is also released when that intent is unpaid and has another owner, because
 * the page keeps its key while someone signs in or out. Returns undefined if the donor's account has been deleted since
 * the request arrived.
 */
export const saveIntent = (
  { db }: Pick<Deps, 'db'>,
  fresh: DonationIntentRow,
  subjects: readonly string[],
): Promise<DonationIntentRow | undefined> =>
  inTransaction(db, async (tx) => {
    const { donor_id: donorId, idempotency_key: key } = fresh;
    if (donorId !== null && !(await lockAccount(tx, donorId))) return undefined;
    if (await insertWithSubjects(tx, fresh, subjects)) return fresh;
    const earlier = key === null ? undefined : await findIntentByKey(tx, key);
    if (!earlier) throw new TransactionConflict();
    const hasSameOwner = earlier.donor_id === fresh.donor_id; // the session at checkout decides who owns the donation
    if (isPaid(earlier) || (hasSameOwner && !isOver(earlier, fresh.created_at))) return earlier;
    await releaseKey(tx, earlier.id);
    if (!(await insertWithSubjects(tx, fresh, subjects))) throw new TransactionConflict();
    return fresh;
  });

/** Inserts the intent with its subjects and, for the first payment of a monthly donation, the plan. */
async function insertWithSubjects(tx: Tx, intent: DonationIntentRow, subjects: readonly string[]): Promise<boolean> {
  if (!(await insertIntent(tx, intent))) return false;
  if (intent.plan_id !== null) await insertPlan(tx, intent, intent.plan_id);
  await storeSubjects(tx, intent, subjects);
  return true;
}

/** True if the money has arrived or is being processed. */
export const isPaid = ({ status }: DonationIntentRow): boolean => status === 'settled' || status === 'processing';

const isOver = (intent: DonationIntentRow, now: string): boolean =>
  intent.status !== 'pending' || intent.expires_at <= now;
