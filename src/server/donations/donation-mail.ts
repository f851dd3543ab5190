import type { DonationReader } from '#domain/mail/mail.ts';
import { mailedName } from '#domain/mail/mailed-name.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import type { MailRecipient } from '#server/ports/mail-transport.ts';

/** Finds a donation with the data that an email about it needs: charity, provider, payer, and the owner's account. */
export const findDonationForMail = (db: Queryable, donationId: string) =>
  db
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .innerJoin('charities', 'charities.id', 'donations.charity_id')
    .leftJoin('users', 'users.id', 'donations.donor_id')
    .leftJoin('payer_emails', 'payer_emails.intent_id', 'donations.intent_id')
    .selectAll('donations')
    .select([
      frozenCharityName('donations').as('charity_name'),
      'donation_intents.provider',
      'donation_intents.donor_id as payer_id',
    ])
    .select(['users.email as user_email', 'users.email_confirmed_at', 'users.username', 'users.first_name'])
    .select('payer_emails.email as payer_email')
    .where('donations.id', '=', donationId)
    .executeTakeFirst();

type DonationForMail = NonNullable<Awaited<ReturnType<typeof findDonationForMail>>>;

/** The address and the reader of an email about a donation. */
export interface DonationRecipient {
  readonly to: MailRecipient;
  readonly reader: DonationReader;
}

/**
 * Returns the recipient of an email about a donation: the person who paid for the receipt, the owner for later emails. A guest's
 * address is the one typed when paying; a donor's is the account's. Returns undefined if there is no address.
 */
export function recipientOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  donation: DonationForMail,
  role: 'payer' | 'owner',
): DonationRecipient | undefined {
  const isGuest = (role === 'payer' ? donation.payer_id : donation.donor_id) === null;
  if (isGuest) {
    if (donation.payer_email === null) return undefined;
    return {
      to: { name: '', address: donation.payer_email },
      reader: { kind: 'guest', claimUrl: `${publicUrl}/claim/${donation.id}` },
    };
  }
  const { user_email: address, username, first_name: firstName } = donation;
  if (address === null || username === null) return undefined;
  const name = mailedName({ firstName, username }, donation.email_confirmed_at !== null);
  return {
    to: { name, address },
    reader: { kind: 'donor', name, historyUrl: `${publicUrl}/donation-history` },
  };
}
