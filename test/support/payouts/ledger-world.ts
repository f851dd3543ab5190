import { settlementPostings, reversalPostings } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, zero } from '#domain/money/money.ts';
import type { BankDetails } from '#domain/payout/bank-details.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { postEntries } from '#server/ledger/index.ts';
import { encryptDetails } from '#server/payouts/bank-accounts/account-details.ts';
import { insertPastDonations } from '../payments/past-donations.ts';

/** A donation with its settlement in the ledger. */
export interface PostedDonation {
  readonly intentId: string;
  readonly charityId: number;
  readonly currency: CurrencyCode;
  readonly amountMinor: number;
}

type World = Pick<Deps, 'db' | 'random' | 'clock'>;

/** Posts a donation now, without its payment; the service fee is left out. */
export async function postDonation(deps: Deps, donation: Omit<PostedDonation, 'intentId'>): Promise<PostedDonation> {
  const { charityId, currency, amountMinor } = donation;
  const donatedAt = deps.clock.now().toISOString();
  const [row] = await insertPastDonations(deps, [{ charity_id: charityId, donated_at: donatedAt }]);
  const amount = money(amountMinor, currency);
  await inTransaction(deps.db, (tx) =>
    postEntries(deps, tx, {
      cause: `settlement:${row!.intent_id}`,
      intentId: row!.intent_id,
      occurredAt: deps.clock.now(),
      postings: settlementPostings(
        'stripe',
        { subtotal: amount, serviceFee: zero(currency), total: amount },
        charityId,
      ),
    }),
  );
  return { ...donation, intentId: row!.intent_id };
}

/** Posts the amount that a refund or dispute took from a donation; negative if it was returned to us. */
export async function postReversal(deps: Deps, donation: PostedDonation, amountMinor: number): Promise<void> {
  const amount = money(amountMinor, donation.currency);
  const none = zero(donation.currency);
  await inTransaction(deps.db, (tx) =>
    postEntries(deps, tx, {
      cause: `refund:stripe:${newId('out', deps.random)}:1`,
      intentId: donation.intentId,
      occurredAt: deps.clock.now(),
      postings: reversalPostings(
        'stripe',
        { subtotal: amount, serviceFee: none, loss: none, total: amount },
        donation.charityId,
      ),
    }),
  );
}

/** Inserts a dispute of a donation with a status, or changes its status. Moves no money. */
export async function setDispute(
  { db, clock }: World,
  { intentId, currency, amountMinor }: PostedDonation,
  status: 'noted' | 'taken' | 'lost' | 'returned',
): Promise<void> {
  const at = clock.now().toISOString();
  await db.write
    .insertInto('reversals')
    .values({
      provider: 'stripe',
      reversal_id: `du_${intentId}`,
      kind: 'dispute',
      payment_id: `pi_${intentId}`,
      intent_id: intentId,
      status,
      amount_minor: amountMinor,
      currency,
      is_active: 0,
      is_itemized: 1,
      taken_minor: 0,
      subtotal_minor: 0,
      service_fee_minor: 0,
      loss_minor: 0,
      refunded_minor: null,
      decided_at: null,
      postings: 0,
      occurred_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'reversal_id']).doUpdateSet({ status }))
    .execute();
}

/** Details of an invented bank account. */
export const accountDetails: BankDetails = {
  holder: 'Food Bank',
  country: 'DE',
  account: { kind: 'iban', iban: 'DE89370400440532013000' },
  bic: null,
};

/** Inserts a bank account that is in force. By default, its hold has ended. */
export async function insertAccount(
  deps: World & Pick<Deps, 'encryption'>,
  charityId: number | null,
  currency: CurrencyCode,
  payableFrom = deps.clock.now(),
): Promise<string> {
  const { db, random, clock } = deps;
  const id = newId('bac', random);
  await db.write
    .insertInto('bank_accounts')
    .values({
      id,
      charity_id: charityId,
      currency,
      status: 'in_force',
      details: encryptDetails(deps, id, accountDetails),
      last_four: '3000',
      proposed_by: 'usr_a',
      proposed_at: clock.now().toISOString(),
      decided_by: 'usr_b',
      decided_at: clock.now().toISOString(),
      payable_from: payableFrom.toISOString(),
    })
    .execute();
  return id;
}
