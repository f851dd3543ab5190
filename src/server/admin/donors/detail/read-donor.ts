import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { findDonationYears } from '#server/donations/index.ts';
import { hasSecondFactor } from '#server/http/current-user.ts';
import { findMessagesFrom, readContent } from '#server/messages/index.ts';
import { findSubscription } from '#server/newsletter/index.ts';
import { listPlans } from '#server/recurring/index.ts';
import { findAccountsByEmail } from '#server/admin/donations/search/find-by-id.ts';
import { findGuest, type Donor } from '../find-donor.ts';
import { toListedDonor } from '../search/listed-donors.ts';
import { findDonorNotes, sumDonorDonations } from './donor-donations.ts';

/** Reads what is known about a donor, except the donations. Messages are left out for a reader who may not see them. */
export async function readDonor(
  deps: Pick<Deps, 'db' | 'published'>,
  donor: Donor,
  mayReadMessages: boolean,
): Promise<DonorDetail> {
  const db = deps.db.read;
  return {
    ...toListedDonor(donor),
    account: await readAccount(db, donor),
    sums: await sumDonorDonations(db, donor),
    plans: donor.kind === 'account' ? await listPlans(deps, donor.id) : [],
    messages: mayReadMessages ? await readMessages(db, donor) : null,
    newsletter: await readSubscription(db, donor),
    notes: await findDonorNotes(db, donor),
    sameAddressId: await findSameAddress(db, donor),
  };
}

async function readAccount(db: Queryable, donor: Donor): Promise<DonorDetail['account']> {
  if (donor.kind === 'guest') return null;
  const { username, country, time_zone: timeZone } = donor.user;
  return {
    username,
    country,
    timeZone,
    hasSecondFactor: await hasSecondFactor(db, donor.id),
    years: await findDonationYears(db, donor.id),
  };
}

async function readMessages(db: Queryable, { emailKey }: Donor): Promise<NonNullable<DonorDetail['messages']>> {
  const messages = await findMessagesFrom(db, emailKey, messagesMax);
  return messages.map(({ id, content, status, sent_at: sentAt, replied_at: repliedAt }) => ({
    id,
    subject: readContent(content).subject,
    sentAt,
    state: repliedAt === null ? status : 'answered',
  }));
}

const messagesMax = 20;

async function readSubscription(db: Queryable, { emailKey }: Donor): Promise<DonorDetail['newsletter']> {
  const found = await findSubscription(db, emailKey);
  if (!found) return null;
  const { status, requestedAt, confirmedAt, unsubscribedAt } = found;
  return { status, requestedAt, confirmedAt, unsubscribedAt };
}

async function findSameAddress(db: Queryable, { kind, emailKey }: Donor): Promise<string | null> {
  if (kind === 'account') return (await findGuest(db, emailKey))?.id ?? null;
  return (await findAccountsByEmail(db, emailKey))[0] ?? null;
}
