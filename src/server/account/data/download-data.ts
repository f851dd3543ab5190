import { isFailureOf, nameKey } from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { FrozenMoney } from '#server/db/donation-tables.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { findRewards, sumImpact } from '#server/donations/index.ts';
import { listPlans } from '#server/recurring/index.ts';
import { listDevices } from '../devices.ts';
import { findAccount } from '../profile.ts';
import { decimalsOf, findOwnDonations, findUnpaidIntents, type OwnDonation } from './own-donations.ts';
import { findOwnMails } from './own-mails.ts';

/**
 * Everything stored about a donor, as JSON without hashes, tokens or secrets, since the file may end up anywhere. Undefined
 * when the account was deleted after this request was authenticated.
 */
export async function downloadData(deps: Deps, user: CurrentUser): Promise<string | undefined> {
  const account = await findAccount(deps, user.id);
  if (!account) return undefined;
  const { read } = deps.db;
  const newsletter = account.isEmailConfirmed ? await findSubscription(read, account.email) : [];
  const payerEmails = account.isEmailConfirmed ? await findPayerEmails(read, user.id, account.email) : [];
  const plans = await listPlans(read, user.id);
  const data = {
    madeAt: deps.clock.now().toISOString(),
    account,
    devices: await listDevices(deps, user),
    knownDevices: await findKnownDevices(read, user.id),
    donations: await describeDonations(read, user.id),
    payerEmails,
    unpaidDonations: await describeUnpaid(read, user.id),
    monthlyGifts: plans,
    impact: await sumImpact(read, user.id),
    rewards: await findRewards(deps, user),
    newsletter: newsletter.map(({ id: _id, ...subscription }) => subscription),
    mails: await describeMails(read, user.id, [user.id, ...[...plans, ...newsletter].map(({ id }) => id)]),
    mailLinks: await findLinks(read, user.id),
    failedLogins: await findFailedLogins(read, user.id),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

async function describeDonations(db: Queryable, donorId: string) {
  const donations = await findOwnDonations(db, donorId);
  return donations.map((donation) => ({
    id: donation.id,
    paymentId: donation.intent_id,
    ...describeGift(donation),
    donatedAt: donation.donated_at,
    donatedOn: donation.donated_on,
    timeZone: donation.time_zone,
  }));
}

async function describeUnpaid(db: Queryable, donorId: string) {
  const intents = await findUnpaidIntents(db, donorId);
  return intents.map((intent) => ({
    id: intent.donation_id,
    paymentId: intent.id,
    status: intent.status,
    ...describeGift(intent),
    createdAt: intent.created_at,
    expiresAt: intent.expires_at,
    timeZone: intent.time_zone,
  }));
}

const describeGift = (row: FrozenMoney & Pick<OwnDonation, 'charity_name' | 'label' | 'meals' | 'is_recurring'>) => ({
  charity: row.charity_name,
  gift: row.label,
  meals: row.meals,
  isMonthly: row.is_recurring === 1,
  ...decimalsOf(row),
});

/** Only for a confirmed address: someone who merely typed an address must learn nothing about it. */
const findSubscription = (db: Queryable, email: UserRow['email']) =>
  db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'status', 'consent_text as consentText', 'consent_source as consentSource'])
    .select(['requested_at as requestedAt', 'confirmed_at as confirmedAt', 'unsubscribed_at as unsubscribedAt'])
    .where('email_key', '=', nameKey(email))
    .execute();

/** The addresses typed for claimed donations, where they are the donor's own: a claim must not reveal who paid. */
const findPayerEmails = (db: Queryable, donorId: string, email: UserRow['email']) =>
  db
    .selectFrom('payer_emails')
    .innerJoin('donations', 'donations.intent_id', 'payer_emails.intent_id')
    .select(['donations.id as donationId', 'payer_emails.email', 'payer_emails.paid_at as paidAt'])
    .where('donations.donor_id', '=', donorId)
    .where('payer_emails.email_key', '=', nameKey(email))
    .orderBy('payer_emails.paid_at', 'desc')
    .execute();

async function describeMails(db: Queryable, donorId: string, ids: readonly string[]) {
  const mails = await findOwnMails(db, donorId, ids);
  return mails.map(({ kind, status, created_at: requestedAt }) => ({ kind, status, requestedAt }));
}

const findLinks = (db: Queryable, userId: string) =>
  db
    .selectFrom('mail_links')
    .select(['purpose', 'email', 'created_at as createdAt', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();

/** Browsers that the account knows, signed in or not. */
const findKnownDevices = (db: Queryable, userId: string) =>
  db
    .selectFrom('known_devices')
    .select('used_at as usedAt')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('device_hash')
    .execute();

const findFailedLogins = (db: Queryable, userId: string) =>
  db
    .selectFrom('login_failures')
    .select('failed_at as failedAt')
    .where(isFailureOf(userId))
    .orderBy('failed_at', 'desc')
    .execute();
