import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Queryable } from '#server/db/database.ts';
import { findPayout } from '../statement/payout-entries.ts';
import { findPayoutsOfDonation } from '../donation-payouts.ts';
import { findConfirmation } from './confirm-payout.ts';

/** A payout that its charity has confirmed. */
export interface ReceivedPayout {
  readonly id: string;
  readonly charityName: string;
  readonly currency: CurrencyCode;
  readonly paidOn: string;
  readonly reference: string;
  readonly confirmedAt: string;
}

/** Finds a payout that its charity has confirmed and the bank has not returned. */
export async function findReceivedPayout(db: Queryable, payoutId: string): Promise<ReceivedPayout | undefined> {
  const payout = await findPayout(db, payoutId);
  const confirmedAt = await findConfirmation(db, payoutId);
  if (!payout || confirmedAt === null || payout.returned_on !== null) return undefined;
  const { id, charity_name: charityName, currency, paid_on: paidOn, reference } = payout;
  if (paidOn === null || reference === null) throw new TypeError(`${id} is confirmed, but was not paid`);
  return { id, charityName, currency, paidOn, reference, confirmedAt };
}

/** Returns true if a charity confirmed a payout of this donation and the bank returned that payout later. */
export async function wasConfirmedBefore(db: Queryable, intentId: string): Promise<boolean> {
  const payouts = await findPayoutsOfDonation(db, intentId);
  return payouts.some((payout) => payout.confirmed_at !== null && payout.returned_on !== null);
}
