import type { AccountResponse } from '#contract/account/account-settings.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { isFailureOf, nameKey } from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { FrozenMoney } from '#server/db/tables/donation.ts';
import type { DonationRow, UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { createDonationTotals } from '#server/donations/index.ts';
import { findReceivedNewsletters, findSubscription } from '#server/newsletter/index.ts';
import { listPlans } from '#server/recurring/index.ts';
import { findOwnTokens } from '#server/tokens/index.ts';
import { findOwnEndpoints } from '#server/webhooks/index.ts';
import { listDevices } from '../devices.ts';
import { findAccount } from '../profile.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';
import {
  decimalsOf,
  donationPage,
  ownDonations,
  unpaidIntents,
  type OwnDonation,
  type OwnIntent,
} from './own-donations.ts';
import { ownCards } from './own-cards.ts';
import { ownMails, type OwnMail } from './own-mails.ts';
import { ownPlanTerms } from './own-plan-terms.ts';
import { ownMessages } from './own-messages.ts';
import { writeJson } from './write-json.ts';

/**
 * Returns what is stored about a donor as JSON, piece by piece. It contains no hashes, tokens or secrets, because the file may
 * end up anywhere. `token_hash` identifies the session in use, if the donor is the reader. Undefined if the account was deleted.
 */
export async function downloadData(
  deps: Deps,
  user: Pick<CurrentUser, 'id' | 'time_zone' | 'token_hash'>,
  runExclusive: RunExclusive,
): Promise<AsyncGenerator<string> | undefined> {
  const account = await findAccount(deps, user.id);
  if (!account) return undefined;
  const { read } = deps.db;
  const now = deps.clock.now();
  const plans = await listPlans(deps, user.id);
  const newsletter = await subscriptionsOf(read, account);
  const totals = createDonationTotals();
  return writeJson({
    madeAt: async () => now.toISOString(),
    account: async () => account,
    devices: () => runExclusive(() => listDevices(deps, user)),
    knownDevices: () => runExclusive(() => findKnownDevices(read, user.id)),
    donations: () =>
      eachPage(ownDonations(read, user.id, runExclusive), (page) => {
        page.forEach(totals.add);
        return page.map(describeDonation);
      }),
    payerEmails: () =>
      account.isEmailConfirmed ? payerEmails(read, user.id, account.email, runExclusive) : Promise.resolve([]),
    cards: () => ownCards(read, user.id, account.isEmailConfirmed ? nameKey(account.email) : undefined, runExclusive),
    unpaidDonations: () => eachPage(unpaidIntents(read, user.id, runExclusive), (page) => page.map(describeUnpaid)),
    monthlyGifts: async () => plans,
    monthlyGiftTerms: () => runExclusive(() => ownPlanTerms(read, user.id)),
    impact: async () => totals.impact(),
    rewards: async () => totals.rewards(calendarDay(now, user.time_zone)),
    newsletter: () => describeSubscriptions(read, newsletter),
    messages: () =>
      account.isEmailConfirmed ? ownMessages(read, nameKey(account.email), runExclusive) : Promise.resolve([]),
    mails: () => {
      const ids = [user.id, ...[...plans, ...newsletter].map(({ id }) => id)];
      return eachPage(ownMails(read, user.id, ids, runExclusive), (page) => page.map(describeMail));
    },
    mailLinks: () => runExclusive(() => findLinks(read, user.id)),
    apiTokens: () => runExclusive(() => findOwnTokens(read, user.id)),
    webhookEndpoints: () => runExclusive(() => findOwnEndpoints(read, user.id)),
    failedLogins: () => runExclusive(() => findFailedLogins(read, user.id)),
  });
}

export async function* eachPage<Row, Item>(
  pages: AsyncIterable<Row[]>,
  describe: (page: Row[]) => readonly Item[],
): AsyncGenerator<readonly Item[]> {
  for await (const page of pages) yield describe(page);
}

export const describeDonation = (donation: DonationRow & Pick<OwnDonation, 'charity_name' | 'reversed_minor'>) => ({
  id: donation.id,
  paymentId: donation.intent_id,
  ...describeGift(donation),
  refundsAndDisputes: {
    amount: toDecimal(money(donation.reversed_minor, donation.charge_currency)),
    currency: donation.charge_currency,
  },
  donatedAt: donation.donated_at,
  donatedOn: donation.donated_on,
  timeZone: donation.time_zone,
});

const describeUnpaid = (intent: OwnIntent) => ({
  id: intent.donation_id,
  paymentId: intent.id,
  status: intent.status,
  ...describeGift(intent),
  createdAt: intent.created_at,
  expiresAt: intent.expires_at,
  timeZone: intent.time_zone,
});

const describeGift = (row: FrozenMoney & Pick<OwnDonation, 'charity_name' | 'label' | 'meals' | 'is_recurring'>) => ({
  charity: row.charity_name,
  gift: row.label,
  meals: row.meals,
  isMonthly: row.is_recurring === 1,
  ...decimalsOf(row),
});

/** The newsletter subscriptions of a confirmed address. Someone who merely typed an address must learn nothing about it. */
async function subscriptionsOf(db: Queryable, { email, isEmailConfirmed }: AccountResponse) {
  const found = isEmailConfirmed ? await findSubscription(db, nameKey(email)) : undefined;
  return found ? [found] : [];
}

/** A subscription with its consent and the newsletters that were sent to it. */
export const describeSubscriptions = (db: Queryable, subscriptions: readonly Subscription[]) =>
  Promise.all(
    subscriptions.map(async ({ id, ...subscription }) => ({
      ...subscription,
      received: await findReceivedNewsletters(db, id),
    })),
  );

type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** The addresses typed for claimed donations, but only the donor's own: a claim must not reveal who paid. */
async function* payerEmails(db: Queryable, donorId: string, email: UserRow['email'], runExclusive: RunExclusive) {
  const pages = inPages<DonationWithPayer>(runExclusive, (last, pageSize) =>
    db
      .selectFrom(donationPage(db, donorId, last, pageSize))
      .leftJoin('payer_emails', (join) =>
        join.onRef('payer_emails.intent_id', '=', 'donation.intent_id').on('email_key', '=', nameKey(email)),
      )
      .select(['donation.id', 'donation.donated_at', 'payer_emails.email', 'payer_emails.paid_at'])
      .orderBy('donated_at', 'desc')
      .orderBy('donation.id', 'desc')
      .execute(),
  );
  for await (const page of pages)
    yield page
      .filter((donation) => donation.email !== null)
      .map(({ id, email: typed, paid_at: paidAt }) => ({ donationId: id, email: typed, paidAt }));
}

type DonationWithPayer = Pick<OwnDonation, 'id' | 'donated_at'> & {
  readonly email: string | null;
  readonly paid_at: string | null;
};

export const describeMail = ({ kind, status, created_at: requestedAt }: OwnMail) => ({ kind, status, requestedAt });

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
