import { createHash } from 'node:crypto';
import { dataFileFormat, dataFileText } from '#domain/transparency/data-file.ts';
import { figuresOf } from '#domain/transparency/figures.ts';
import type { Group } from '#domain/transparency/groups.ts';
import type { TransparencyPage } from '#domain/transparency/transparency-page.ts';
import { distinctCharityNames } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { TransparencyGroupRow } from '#server/db/tables/transparency.ts';
import type { Deps } from '#server/deps.ts';
import { readLatestHead } from '#server/public-log/index.ts';
import { keepFresh } from '#server/report/index.ts';
import { readSelfAudit } from '#server/self-audit/index.ts';

/** The content of the page, and the data file from which anyone can compute the figures. */
export interface Transparency extends TransparencyPage {
  readonly file: string;
}

/** Reads the transparency page; undefined until the first successful read. */
export type TransparencyReader = () => Promise<Transparency | undefined>;

/** Creates a reader of the page's content. The content is at most a minute old unless reading fails. */
export const createTransparencyReader = (deps: Pick<Deps, 'db' | 'clock' | 'log' | 'published'>): TransparencyReader =>
  keepFresh(deps, 'transparency', () => readTransparency(deps));

async function readTransparency(deps: Pick<Deps, 'db' | 'clock' | 'published'>): Promise<Transparency> {
  const { read } = deps.db;
  const groups = await readGroups(read);
  const ids = new Set(groups.map(({ charity }) => charity));
  const charities = [...distinctCharityNames(deps)]
    .flatMap(([id, name]) => (ids.has(id) ? { id, name } : []))
    .toSorted((one, other) => one.id - other.id);
  const file = dataFileText({ format: dataFileFormat, charities, groups });
  const head = await readLatestHead(read);
  return {
    file,
    fileSha256: createHash('sha256').update(file).digest('hex'),
    figures: figuresOf(groups),
    names: charities,
    audit: (await readSelfAudit(read, deps.clock.now())) ?? null,
    log: head
      ? {
          treeSize: head.tree_size,
          rootHash: Buffer.from(head.root_hash).toString('hex'),
          signedAt: head.signed_at,
          keyId: head.key_id,
        }
      : null,
  };
}

async function readGroups(db: Queryable): Promise<Group[]> {
  const rows = await db
    .selectFrom('transparency_groups')
    .selectAll()
    .orderBy('first_day')
    .orderBy('charity_id')
    .orderBy('currency')
    .orderBy('kind')
    .execute();
  return rows.map(toGroup);
}

const toGroup = (row: TransparencyGroupRow): Group => ({
  kind: row.kind,
  charity: row.charity_id,
  currency: row.currency,
  firstDay: row.first_day,
  lastDay: row.last_day,
  donations: row.donations,
  amountMinor: row.amount_minor,
  serviceFeesMinor: row.service_fees_minor,
  providerFeesMinor: row.provider_fees_minor,
  paidOn: row.paid_on,
});
