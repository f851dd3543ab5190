import type { UtcDay } from '#domain/ledger/utc-day.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DisagreementRow } from '#server/db/tables/transparency.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { dayKinds, type Finding } from './finding.ts';

interface Audit {
  readonly findings: readonly Finding[];
  /** The days that were checked. A disagreement about any other day stays as it is. */
  readonly days: ReadonlySet<UtcDay>;
  readonly now: Date;
}

/** Opens new disagreements, and ends those that were not found again. Can be repeated, and can run in several processes. */
export async function storeFindings({ db, log }: Pick<Deps, 'db' | 'log'>, audit: Audit): Promise<void> {
  const opened = await inTransaction(db.patient, (tx) => withLock(tx, ['self_audit'], () => store(tx, audit)));
  for (const { kind, subject, sentence } of opened)
    log.error({ disagreement: kind, subject, sentence }, 'self-audit: the books do not agree; needs review');
}

/** Stores the findings of an audit. Returns the new ones. */
async function store(tx: Tx, { findings, days, now }: Audit): Promise<readonly Finding[]> {
  const at = now.toISOString();
  const open = await tx.selectFrom('disagreements').selectAll().where('ended_at', 'is', null).execute();
  const openKeys = new Set(open.map(keyOf));
  const found = new Map(findings.map((finding) => [keyOf(finding), finding]));
  for (const row of open) {
    const finding = found.get(keyOf(row));
    if (finding && finding.sentence !== row.sentence) await updateDisagreement(tx, row, { sentence: finding.sentence });
    if (!finding && isChecked(row, days)) await updateDisagreement(tx, row, { ended_at: at });
  }
  const opened = [...found.values()].filter((finding) => !openKeys.has(keyOf(finding)));
  if (opened.length > 0)
    await tx
      .insertInto('disagreements')
      .values(opened.map((finding) => ({ ...finding, first_seen_at: at, ended_at: null })))
      .onConflict((conflict) => conflict.columns(['kind', 'subject', 'first_seen_at']).doUpdateSet({ ended_at: null }))
      .execute();
  await tx
    .insertInto('self_audits')
    .values({ number: 1, started_at: at, finished_at: at })
    .onConflict((conflict) => conflict.column('number').doUpdateSet({ finished_at: at }))
    .execute();
  return opened;
}

const keyOf = ({ kind, subject }: Pick<DisagreementRow, 'kind' | 'subject'>): string => `${kind} ${subject}`;

const isChecked = ({ kind, subject }: DisagreementRow, days: ReadonlySet<UtcDay>): boolean =>
  !isDayKind(kind) || days.has(subject);

const isDayKind = (kind: string): boolean => dayKinds.some((dayKind) => dayKind === kind);

const updateDisagreement = (tx: Tx, row: DisagreementRow, changes: Partial<DisagreementRow>): Promise<unknown> =>
  tx
    .updateTable('disagreements')
    .set(changes)
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('first_seen_at', '=', row.first_seen_at)
    .execute();
