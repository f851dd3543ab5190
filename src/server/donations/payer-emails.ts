import { addMonths } from '#domain/recurring/add-months.ts';
import { nameKey } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DonationIntentRow, PayerEmailRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { retryUnsentMail } from '#server/outbox/queries.ts';
import { eraseCards } from './payment-cards.ts';

/** The months for which a guest's address is kept after the last event of the donation (spec-readings, Mail). */
const keptMonths = 24;

/**
 * Stores the address that a guest typed when paying, once for each payment and never again after it was erased. A receipt that
 * had no recipient is then sent. Nothing is stored for a signed-in donor, whose address is the account's.
 */
export async function storePayerEmail(
  deps: Deps,
  tx: Tx,
  intent: Pick<DonationIntentRow, 'id' | 'donation_id' | 'donor_id'>,
  { email, paidAt }: { readonly email: string; readonly paidAt: Date },
): Promise<void> {
  if (intent.donor_id !== null) return;
  const row = { intent_id: intent.id, email, email_key: nameKey(email), paid_at: paidAt.toISOString() };
  const inserted = await insertPayerEmail(tx, row);
  if (inserted.length === 0) return;
  await retryUnsentMail(tx, { dedupeKey: `receipt:${intent.donation_id}`, now: deps.clock.now() });
}

const insertPayerEmail = prepared((db, row: PayerEmailRow) =>
  db
    .insertInto('payer_emails')
    .values(row)
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .returning('intent_id'),
);

/** The number of donations from which an address was erased, and of unsent emails that were canceled. */
export interface ErasedPayerEmail {
  readonly donations: number;
  readonly mails: number;
}

/** Erases an address and the cards from every donation that a guest paid with it, and cancels unsent emails to the address. */
export const erasePayerEmail = (deps: Deps, email: string): Promise<ErasedPayerEmail> =>
  inTransaction(deps.db, (tx) => eraseAddress(tx, nameKey(email)));

/** Does the same as `erasePayerEmail`, in the caller's transaction. */
export async function eraseAddress(tx: Tx, emailKey: string): Promise<ErasedPayerEmail> {
  const mails = await cancelMails(tx, emailKey);
  await lockPayers(tx, emailKey); // waits for a card that is being stored, so that it is erased too
  await eraseCards(tx, donationsPaidBy(tx, emailKey).clearSelect().select('donations.intent_id'));
  const erased = await tx
    .updateTable('payer_emails')
    .set(erasedAddress)
    .where('email_key', '=', emailKey)
    .returning('intent_id')
    .execute();
  return { donations: erased.length, mails };
}

const lockPayers = (tx: Tx, emailKey: string): Promise<unknown> =>
  tx
    .updateTable('payer_emails')
    .set((e) => ({ paid_at: e.ref('paid_at') }))
    .where('email_key', '=', emailKey)
    .execute();

const erasedAddress = { email: null, email_key: null };

/** Cancels unsent emails to an address. Emails about a claimed donation, except its receipt, go to the account, so they stay. */
async function cancelMails(tx: Tx, emailKey: string): Promise<number> {
  const paid = donationsPaidBy(tx, emailKey);
  const canceled = await tx
    .updateTable('outbox')
    .set({ status: 'no_recipient', locked_until: null })
    .where('status', 'in', ['waiting', 'held', 'dead'])
    .where((e) =>
      e.or([
        e.and([e('kind', '=', 'receipt'), e('about', 'in', paid)]),
        e.and([
          e('kind', 'in', ['reversal', 'arrival']),
          e('about', 'in', paid.where('donations.donor_id', 'is', null)),
        ]),
      ]),
    )
    .returning('id')
    .execute();
  return canceled.length;
}

const donationsPaidBy = (db: Queryable, emailKey: string) =>
  db
    .selectFrom('payer_emails')
    .innerJoin('donations', 'donations.intent_id', 'payer_emails.intent_id')
    .select('donations.id')
    .where('payer_emails.email_key', '=', emailKey);

/**
 * Erases the cards of a donor whose account is being deleted, and the addresses typed for the donations that the donor has
 * claimed. A claimed donation whose address is not known yet gets an erased one, so that a later message cannot add it.
 */
export async function erasePayerEmailsOf(tx: Tx, donorId: string): Promise<void> {
  await eraseCards(tx, tx.selectFrom('donations').select('intent_id').where('donor_id', '=', donorId));
  const claimed = tx
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .where('donations.donor_id', '=', donorId)
    .where('donation_intents.donor_id', 'is', null);
  await tx
    .insertInto('payer_emails')
    .columns(['intent_id', 'paid_at'])
    .expression(claimed.select(['donations.intent_id', 'donated_at']))
    .onConflict((conflict) => conflict.column('intent_id').doUpdateSet(erasedAddress))
    .execute();
}

/** Deletes the addresses of guests' donations and erases the cards, `keptMonths` after the last payment, refund or dispute. */
export async function deleteOldPayerEmails(deps: Deps): Promise<number> {
  const before = addMonths(deps.clock.now(), -keptMonths).toISOString();
  const deleted = await inTransaction(deps.db, async (tx) => {
    const intentIds = await deletePayerEmailsBefore(tx, before);
    for (let from = 0; from < intentIds.length; from += cardsAtOnce)
      await eraseCards(tx, intentIds.slice(from, from + cardsAtOnce));
    return intentIds.length;
  });
  if (deleted > 0) deps.log.info({ count: deleted }, 'email addresses of old donations deleted');
  return deleted;
}

const cardsAtOnce = 500;

async function deletePayerEmailsBefore(tx: Tx, before: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('payer_emails')
    .where('paid_at', '<=', before)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('payment_events')
            .select('event_id')
            .whereRef('payment_events.intent_id', '=', 'payer_emails.intent_id')
            .where('occurred_at', '>', before),
        ),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('reversals')
            .innerJoin('reversal_events', 'reversal_events.reversal_id', 'reversals.reversal_id')
            .select('event_id')
            .whereRef('reversal_events.provider', '=', 'reversals.provider')
            .whereRef('reversals.intent_id', '=', 'payer_emails.intent_id')
            .where('reversal_events.occurred_at', '>', before),
        ),
      ),
    )
    .returning('intent_id')
    .execute();
  return deleted.map(({ intent_id: intentId }) => intentId);
}
