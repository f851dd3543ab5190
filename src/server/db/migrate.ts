import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import { firstDonation } from './migrations/0001-first-donation.ts';
import { accounts } from './migrations/0003-accounts.ts';
import { reconciliation } from './migrations/0002-reconciliation.ts';
import { accountCare } from './migrations/0004-account-care.ts';
import { messages } from './migrations/0005-messages.ts';
import { paymentIds } from './migrations/0006-payment-ids.ts';
import { reversals } from './migrations/0008-reversals.ts';
import { plans } from './migrations/0009-plans.ts';
import { ownRows } from './migrations/0010-own-rows.ts';
import { repliesByMessage } from './migrations/0013-replies-by-message.ts';
import { payerEmails } from './migrations/0014-payer-emails.ts';
import { sessionNumbers } from './migrations/0015-session-numbers.ts';
import { unfinishedPlanChanges } from './migrations/0015-unfinished-plan-changes.ts';
import { disputeLosses } from './migrations/0016-dispute-losses.ts';
import { restores } from './migrations/0017-restores.ts';
import { payPalRefusals } from './migrations/0018-paypal-refusals.ts';
import { installations } from './migrations/0020-installations.ts';
import { reversalsByTime } from './migrations/0021-reversals-by-time.ts';
import { reversalsItemized } from './migrations/0021-reversals-itemized.ts';
import { declines } from './migrations/0022-declines.ts';
import { unavailableMailServer } from './migrations/0023-unavailable-mail-server.ts';
import { unpaidIntents } from './migrations/0024-unpaid-intents.ts';
import { intentsByDonor } from './migrations/0025-intents-by-donor.ts';
import { messageNetworks } from './migrations/0025-message-networks.ts';
import { configuredPasswords } from './migrations/0026-configured-passwords.ts';
import { knownDevices } from './migrations/0027-known-devices.ts';
import { disputeDecisions } from './migrations/0028-dispute-decisions.ts';
import { subjectsByTime } from './migrations/0031-subjects-by-time.ts';
import { staffRoles } from './migrations/0032-staff-roles.ts';
import { adminToday } from './migrations/0034-admin-today.ts';
import { approvals } from './migrations/0033-approvals.ts';
import { auditLog } from './migrations/0033-audit-log.ts';
import { staffInvitations } from './migrations/0033-staff-invitations.ts';
import { donationSearch } from './migrations/0035-donation-search.ts';
import { donationHelp } from './migrations/0036-donation-help.ts';
import { payouts } from './migrations/0037-payouts.ts';
import { providerPayouts } from './migrations/0040-provider-payouts.ts';
import { dailyBalances } from './migrations/0042-daily-balances.ts';
import { closedMonths } from './migrations/0043-closed-months.ts';
import { payoutSources } from './migrations/0038-payout-sources.ts';
import { returnedPayouts } from './migrations/0050-returned-payouts.ts';
import { webhooks } from './migrations/0058-webhooks.ts';
import { publicFigures } from './migrations/0059-public-figures.ts';
import { rateFetches } from './migrations/0061-rate-fetches.ts';
import { waitingDecisions } from './migrations/0065-waiting-decisions.ts';
import { hourlyMovements } from './migrations/0068-hourly-movements.ts';
import { fullNames } from './migrations/0069-full-names.ts';
import { datesOfReversals } from './migrations/0070-dates-of-reversals.ts';
import { namesOfTheirDay } from './migrations/0071-names-of-their-day.ts';
import { pictures } from './migrations/0073-pictures.ts';
import { plansWithoutCharity } from './migrations/0074-plans-without-charity.ts';
import { youngEntries } from './migrations/0077-young-entries.ts';
import { backups } from './migrations/0079-backups.ts';
import { monthlyDonations } from './migrations/0080-monthly-donations.ts';
import { subscribersByConfirmation } from './migrations/0080-subscribers-by-confirmation.ts';
import { tracedJobs } from './migrations/0081-traced-jobs.ts';
import { publicLog } from './migrations/0082-public-log.ts';
import { confirmedPayouts } from './migrations/0083-confirmed-payouts.ts';
import { transparency } from './migrations/0085-transparency.ts';
import { selfAudit } from './migrations/0087-self-audit.ts';
import { sharedRateLimits } from './migrations/0086-shared-rate-limits.ts';
import { verifiedLedger } from './migrations/0088-verified-ledger.ts';
import { expiredSessions } from './migrations/0089-expired-sessions.ts';
import { scheduleLease } from './migrations/0090-schedule-lease.ts';
import { addressesByAge } from './migrations/0091-addresses-by-age.ts';
import { balancesByAccount } from './migrations/0092-balances-by-account.ts';
import { apiTokens } from './migrations/0057-api-tokens.ts';
import { growth } from './migrations/0048-growth.ts';
import { disputedMovements } from './migrations/0047-disputed-movements.ts';
import { reviewResolutions } from './migrations/0044-review-resolutions.ts';
import { alerts } from './migrations/0046-alerts.ts';
import { newsletters } from './migrations/0055-newsletters.ts';
import { newsletterRecipients } from './migrations/0056-newsletter-recipients.ts';
import { publishedVersions } from './migrations/0053-published-versions.ts';
import { donorSearch } from './migrations/0045-donor-search.ts';

/** All migrations in order, forward only. A released one is never edited. */
const migrations: Record<string, Migration> = {
  '0001-first-donation': firstDonation,
  '0002-reconciliation': reconciliation,
  '0003-accounts': accounts,
  '0004-account-care': accountCare,
  '0005-messages': messages,
  '0006-payment-ids': paymentIds,
  '0008-reversals': reversals,
  '0009-plans': plans,
  '0010-own-rows': ownRows,
  '0013-replies-by-message': repliesByMessage,
  '0014-payer-emails': payerEmails,
  '0015-session-numbers': sessionNumbers,
  '0015-unfinished-plan-changes': unfinishedPlanChanges,
  '0016-dispute-losses': disputeLosses,
  '0017-restores': restores,
  '0018-paypal-refusals': payPalRefusals,
  '0020-installations': installations,
  '0021-reversals-by-time': reversalsByTime,
  '0021-reversals-itemized': reversalsItemized,
  '0022-declines': declines,
  '0023-unavailable-mail-server': unavailableMailServer,
  '0024-unpaid-intents': unpaidIntents,
  '0025-intents-by-donor': intentsByDonor,
  '0025-message-networks': messageNetworks,
  '0026-configured-passwords': configuredPasswords,
  '0027-known-devices': knownDevices,
  '0028-dispute-decisions': disputeDecisions,
  '0031-subjects-by-time': subjectsByTime,
  '0032-staff-roles': staffRoles,
  '0033-approvals': approvals,
  '0033-audit-log': auditLog,
  '0033-staff-invitations': staffInvitations,
  '0034-admin-today': adminToday,
  '0035-donation-search': donationSearch,
  '0036-donation-help': donationHelp,
  '0037-payouts': payouts,
  '0038-payout-sources': payoutSources,
  '0040-provider-payouts': providerPayouts,
  '0042-daily-balances': dailyBalances,
  '0043-closed-months': closedMonths,
  '0044-review-resolutions': reviewResolutions,
  '0045-donor-search': donorSearch,
  '0046-alerts': alerts,
  '0047-disputed-movements': disputedMovements,
  '0048-growth': growth,
  '0050-returned-payouts': returnedPayouts,
  '0053-published-versions': publishedVersions,
  '0055-newsletters': newsletters,
  '0056-newsletter-recipients': newsletterRecipients,
  '0057-api-tokens': apiTokens,
  '0058-webhooks': webhooks,
  '0059-public-figures': publicFigures,
  '0061-rate-fetches': rateFetches,
  '0065-waiting-decisions': waitingDecisions,
  '0068-hourly-movements': hourlyMovements,
  '0069-full-names': fullNames,
  '0070-dates-of-reversals': datesOfReversals,
  '0071-names-of-their-day': namesOfTheirDay,
  '0073-pictures': pictures,
  '0074-plans-without-charity': plansWithoutCharity,
  '0077-young-entries': youngEntries,
  '0079-backups': backups,
  '0080-monthly-donations': monthlyDonations,
  '0080-subscribers-by-confirmation': subscribersByConfirmation,
  '0081-traced-jobs': tracedJobs,
  '0082-public-log': publicLog,
  '0083-confirmed-payouts': confirmedPayouts,
  '0085-transparency': transparency,
  '0086-shared-rate-limits': sharedRateLimits,
  '0087-self-audit': selfAudit,
  '0088-verified-ledger': verifiedLedger,
  '0089-expired-sessions': expiredSessions,
  '0090-schedule-lease': scheduleLease,
  '0091-addresses-by-age': addressesByAge,
  '0092-balances-by-account': balancesByAccount,
};

/** Names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/**
 * Migrates the schema to the latest version, or up to a named migration. If several processes start at the same time, one
 * migrates and the others wait. A schema to which a newer release has only added stays as it is, so that both releases can run
 * side by side. A schema that a newer release has changed in any other way is refused.
 */
export async function migrate(db: Database, to?: string): Promise<void> {
  const migrator = new Migrator({
    db: db.write,
    provider: { getMigrations: () => withNewerMigrations(db) },
    allowUnorderedMigrations: true, // a release can add a migration with a lower number than those of earlier releases
  });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error instanceof NewerSchema) throw error;
  if (error) throw new Error('the database could not be migrated', { cause: error });
}

/** Returns our migrations, and those that a newer release has already run. Throws NewerSchema if one of these is breaking. */
async function withNewerMigrations(db: Database): Promise<Record<string, Migration>> {
  const newer = (await readMigrationNames(db)).filter((name) => !(name in migrations));
  refuseBreaking(newer);
  return { ...migrations, ...Object.fromEntries(newer.map((name) => [name, doneElsewhere])) };
}

/** Throws NewerSchema if one of these migrations of a newer release has done more than add to the schema. */
function refuseBreaking(newer: readonly string[]): void {
  const breaking = newer.find((name) => name.endsWith(breakingSuffix));
  if (breaking !== undefined) throw new NewerSchema(breaking);
}

/** Returns true if all our migrations have run on a database. Throws NewerSchema if a newer release made a breaking change. */
export async function hasOurSchema(db: Database): Promise<boolean> {
  const done = new Set(await readMigrationNames(db));
  refuseBreaking([...done].filter((name) => !(name in migrations)));
  return migrationNames.every((name) => done.has(name));
}

/** The end of the name of each migration after which older releases cannot work. All other migrations only add. */
const breakingSuffix = '-breaking';

const doneElsewhere: Migration = { up: async () => undefined };

/** A newer release has changed the schema in a way that this one cannot work with. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';

  constructor(migration: string) {
    super(`The database belongs to a newer release, which has run the migration ${migration}: start that release.`);
  }
}

/** Names of the migrations that have run on a database; empty if it has none of our tables. */
export async function readMigrationNames(db: Database): Promise<string[]> {
  const tables = await db.read.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.read);
  return rows.map(({ name }) => name);
}
