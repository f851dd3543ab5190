import { sql } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import type { DonationRow, OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { reversedMinor } from '#server/donations/index.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';
import { findSubscription } from '#server/newsletter/index.ts';
import { describeDonation, describeMail, describeSubscriptions, eachPage } from './download-data.ts';
import type { OwnMail } from './own-mails.ts';
import { ownMessages } from './own-messages.ts';
import { writeJson } from './write-json.ts';

/** What is stored about an address that a guest typed when paying, as JSON, written piece by piece. */
export function downloadGuestData(
  { db: { read }, clock }: Deps,
  { email, emailKey }: { readonly email: string; readonly emailKey: string },
  runExclusive: RunExclusive,
): AsyncGenerator<string> {
  return writeJson({
    madeAt: async () => clock.now().toISOString(),
    email: async () => email,
    donations: () => eachPage(guestDonations(read, emailKey, runExclusive), (page) => page.map(describe)),
    newsletter: async () => {
      const found = await findSubscription(read, emailKey);
      return describeSubscriptions(read, found ? [found] : []);
    },
    messages: () => ownMessages(read, emailKey, runExclusive),
    mails: () => eachPage(guestMails(read, emailKey, runExclusive), (page) => page.map(describeMail)),
  });
}

type GuestDonation = DonationRow & {
  readonly charity_name: string;
  readonly reversed_minor: number;
  readonly email: string | null;
  readonly brand: string | null;
  readonly last_four: string | null;
};

/** `isClaimed` is true if an account owns the donation now, even someone else's account. */
const describe = (donation: GuestDonation) => ({
  ...describeDonation(donation),
  email: donation.email,
  card: donation.brand === null ? null : { brand: donation.brand, lastFour: donation.last_four },
  isClaimed: donation.donor_id !== null,
});

const guestDonations = (db: Queryable, emailKey: string, runExclusive: RunExclusive): AsyncGenerator<GuestDonation[]> =>
  inPages<GuestDonation>(runExclusive, (last, pageSize) =>
    paidWith(db, emailKey, last, pageSize)
      .innerJoin('charities', 'charities.id', 'donations.charity_id')
      .leftJoin('payment_cards', 'payment_cards.intent_id', 'donations.intent_id')
      .selectAll('donations')
      .select([
        frozenCharityName('donations').as('charity_name'),
        reversedMinor.as('reversed_minor'),
        'payer_emails.email',
        'payment_cards.brand',
        'payment_cards.last_four',
      ])
      .execute(),
  );

/** The emails about donations that went to the address: the receipts and, for unclaimed donations, all others. */
async function* guestMails(db: Queryable, emailKey: string, runExclusive: RunExclusive): AsyncGenerator<OwnMail[]> {
  const pages = inPages<Pick<DonationRow, 'id' | 'donated_at'>>(runExclusive, (last, pageSize) =>
    paidWith(db, emailKey, last, pageSize).select(['donations.id', 'donations.donated_at']).execute(),
  );
  for await (const page of pages) yield await runExclusive(() => findMailsAbout(db, page));
}

/** Leaves out the later emails about a claimed donation, because they went to its account. */
function findMailsAbout(db: Queryable, donations: readonly Pick<DonationRow, 'id'>[]): Promise<OwnMail[]> {
  const kinds: OutboxRow['kind'][] = ['receipt', 'reversal', 'arrival'];
  return db
    .selectFrom('outbox')
    .innerJoin('donations', 'donations.id', 'outbox.about')
    .select(['outbox.id', 'kind', 'status', 'created_at'])
    .where(
      'outbox.about',
      'in',
      donations.map(({ id }) => id),
    )
    .where('kind', 'in', kinds)
    .where((e) => e.or([e('kind', '=', 'receipt'), e('donations.donor_id', 'is', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('outbox.id', 'desc')
    .execute();
}

/** A page of the donations paid with an address, newest first. `last` is the last one of the previous page. */
const paidWith = (
  db: Queryable,
  emailKey: string,
  last: Pick<DonationRow, 'donated_at' | 'id'> | undefined,
  pageSize: number,
) =>
  db
    .selectFrom('payer_emails')
    .innerJoin('donations', 'donations.intent_id', 'payer_emails.intent_id')
    .where('payer_emails.email_key', '=', emailKey)
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(donations.donated_at, donations.id) < (${last?.donated_at ?? ''}, ${last?.id ?? ''})`),
    )
    .orderBy('donations.donated_at', 'desc')
    .orderBy('donations.id', 'desc')
    .limit(pageSize);
