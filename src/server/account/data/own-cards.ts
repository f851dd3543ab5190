import type { Queryable } from '#server/db/database.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';
import { donationPage, type OwnDonation } from './own-donations.ts';

/**
 * The cards that paid for a donor's donations, newest donation first. Lists only payments that the donor made while signed in
 * or with the account's confirmed address, because claiming a donation must not reveal who paid for it.
 */
export async function* ownCards(
  db: Queryable,
  donorId: string,
  confirmedEmailKey: string | undefined,
  runExclusive: RunExclusive,
): AsyncGenerator<readonly { donationId: string; brand: string; lastFour: string | null }[]> {
  const pages = inPages<DonationWithCard>(runExclusive, (last, pageSize) =>
    db
      .selectFrom(donationPage(db, donorId, last, pageSize))
      .innerJoin('donation_intents as intent', 'intent.id', 'donation.intent_id')
      .leftJoin('payment_cards as card', 'card.intent_id', 'donation.intent_id')
      .leftJoin('payer_emails as payer', (join) =>
        join.onRef('payer.intent_id', '=', 'donation.intent_id').on('email_key', '=', confirmedEmailKey ?? ''),
      )
      .select(['donation.id', 'donation.donated_at', 'intent.donor_id as paid_by', 'payer.email'])
      .select(['card.brand', 'card.last_four'])
      .orderBy('donated_at', 'desc')
      .orderBy('donation.id', 'desc')
      .execute(),
  );
  for await (const page of pages)
    yield page.flatMap(({ id, brand, last_four: lastFour, paid_by: payerId, email }) =>
      brand !== null && (payerId === donorId || email !== null) ? [{ donationId: id, brand, lastFour }] : [],
    );
}

type DonationWithCard = Pick<OwnDonation, 'id' | 'donated_at'> & {
  /** The account that was signed in for the payment. */
  readonly paid_by: string | null;
  readonly email: string | null;
  readonly brand: string | null;
  readonly last_four: string | null;
};
