import { sql } from 'kysely';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { utcDay, type UtcDay } from '#domain/ledger/utc-day.ts';
import { firstDayBetween } from '#server/accounting/index.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { checkDay } from './check-days.ts';
import { checkTotals } from './check-totals.ts';
import { storeFindings } from './store-findings.ts';

type AuditDeps = Pick<Deps, 'db' | 'clock' | 'published' | 'log'>;

/** Runs the self-audit once an hour, however many processes call this. The next one runs an hour later even if one fails. */
export async function auditHourly(deps: AuditDeps): Promise<void> {
  const now = deps.clock.now();
  if (await startAudit(deps.db, now)) await runSelfAudit(deps);
}

const hourMs = 60 * 60 * 1000;

/** Returns true to one caller an hour. The sandbox's clock can jump, even backward. */
async function startAudit({ read, write }: Database, now: Date): Promise<boolean> {
  const last = await read.selectFrom('self_audits').select('started_at').executeTakeFirst();
  if (last && Math.abs(now.getTime() - Date.parse(last.started_at)) < hourMs) return false;
  const started = await write
    .insertInto('self_audits')
    .values({ number: 1, started_at: now.toISOString(), finished_at: null })
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet({ started_at: now.toISOString() })
        .where('self_audits.started_at', '=', last?.started_at ?? ''),
    )
    .executeTakeFirst();
  return started.numInsertedOrUpdatedRows === 1n;
}

/** Compares provider, ledger, receipts, payouts and public log, and stores their disagreements. */
export async function runSelfAudit(deps: AuditDeps): Promise<void> {
  const { patient } = deps.db;
  const now = deps.clock.now();
  const findings = await checkTotals(deps);
  const days = await daysToCheck(patient.read, now);
  for (const day of days) findings.push(...(await checkDay(patient.read, day, now)));
  await storeFindings(deps, { findings, days: new Set(days), now });
}

/** The number of hours in which each earlier day is checked once. */
const rotationHours = 24;

/** The most days with open disagreements that one audit checks again. */
const openDaysMax = 60;

/** Selects today and yesterday, the earlier days that are due in this hour, and the days with open disagreements. */
async function daysToCheck(db: Queryable, now: Date): Promise<UtcDay[]> {
  const today = utcDay(now);
  const yesterday = addDays(today, -1);
  const days = new Set([today, yesterday, ...(await daysWithDisagreements(db))]);
  const turn = Math.floor(now.getTime() / hourMs) % rotationHours;
  const start = startOfDay(yesterday).toISOString();
  for (let day = await firstDayBetween(db, '', start); day !== undefined && day < yesterday; day = addDays(day, 1))
    if ((startOfDay(day).getTime() / (24 * hourMs)) % rotationHours === turn) days.add(day);
  return [...days].toSorted();
}

async function daysWithDisagreements(db: Queryable): Promise<UtcDay[]> {
  const rows = await db
    .selectFrom('disagreements')
    .select('subject')
    .distinct()
    .where('ended_at', 'is', null)
    .where(sql<boolean>`subject like '____-__-__'`)
    .orderBy('subject')
    .limit(openDaysMax)
    .execute();
  return rows.map(({ subject }) => subject);
}
