import type { ReceiptAnswer } from '#contract/receipt.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Deps } from '#server/deps.ts';
import { disputed, goneMinor, reversalStateOf } from '#server/donations/index.ts';
import { isId } from '#server/ids.ts';
import { knownCurrency } from './known-currency.ts';
import { findReceiptMailState } from './receipt-mail-state.ts';

/**
 * The receipt of a paid donation: of one that nobody has claimed for whoever holds its id, of a claimed one for its owner
 * alone, with word of its mail. `undefined` for any other id, in the same way (rulings, The wire). `readerId` is whoever is signed in; null for a visitor.
 */
export async function findReceipt(
  deps: Deps,
  donationId: string,
  readerId: string | null,
): Promise<ReceiptAnswer | undefined> {
  const row = await findReadableGift(deps.db.read, donationId, readerId);
  if (!row) return undefined;
  const receiptMail = row.donor_id === null ? undefined : await findReceiptMailState(deps, row.id, row.donor_id);
  const decimal = (amountMinor: number, currency: string): number =>
    toDecimal(money(amountMinor, knownCurrency(currency)));
  const state = reversalStateOf(row);
  return {
    id: row.id,
    status: 'settled',
    amount: decimal(row.amount_minor, row.currency),
    serviceFee: decimal(row.service_fee_minor, row.currency),
    total: decimal(row.amount_minor + row.service_fee_minor, row.currency),
    charged: {
      subtotal: decimal(row.charge_subtotal_minor, row.charge_currency),
      serviceFee: decimal(row.charge_service_fee_minor, row.charge_currency),
      total: decimal(row.charge_total_minor, row.charge_currency),
      currency: row.charge_currency,
    },
    paidWith: row.provider === 'paypal' ? 'paypal' : 'card',
    mealsProvided: row.meals,
    charityName: row.charity_name,
    snackName: row.label,
    recurring: row.is_recurring === 1,
    donationDate: row.donated_at,
    ...(receiptMail === undefined ? {} : { receiptMail }),
    ...(state ? { reversal: { state, charged: decimal(row.gone_minor, row.charge_currency) } } : {}),
  };
}

/** The row of a donation whose receipt `readerId` may see, by the same rule. */
export async function findReadableGift(db: Queryable, donationId: string, readerId: string | null) {
  if (!isId('don', donationId)) return undefined;
  const [row] = await findGiftRow(db, { donationId, readerId });
  return row;
}

const findGiftRow = prepared(
  (db, { donationId, readerId }: { donationId: string; readerId: string | null }) =>
    db
      .selectFrom('donations')
      .innerJoin('charities', 'charities.id', 'donations.charity_id')
      .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
      .selectAll('donations')
      .select(['charities.name as charity_name', 'donation_intents.provider'])
      .select([goneMinor.as('gone_minor'), disputed.as('is_disputed')])
      .where('donations.id', '=', donationId)
      .where((e) => e.or([e('donations.donor_id', 'is', null), e('donations.donor_id', '=', readerId)])), // nothing equals null: a visitor owns nothing
);
