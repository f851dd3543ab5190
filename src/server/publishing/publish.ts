import { publishingSentences } from '#contract/admin/publishing.ts';
import { formatUtcMoment } from '#domain/ledger/utc-day.ts';
import { compareFacts, type Change } from '#domain/publishing/document-kind.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { PublishedVersionRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { PublishedDocument } from '#server/ports/published.ts';
import { recordAction, type Actor, type ChangedValues } from '#server/staff/index.ts';

export interface PublishRequest<Document> {
  readonly actor: Actor;
  readonly document: Document;
  /** The number of the newest version that the author has seen; 0 if nothing was published. */
  readonly basedOn: number;
  /** Undefined means now. */
  readonly effectiveFrom?: Date | undefined;
  readonly reason: string;
}

export type PublishResult =
  | { readonly code: 'published'; readonly version: number }
  | { readonly code: 'version_outdated' | 'version_in_past' | 'nothing_changed'; readonly sentence: string };

/**
 * Publishes a document as the next version, applies it in this process, and writes the audit log. Refuses it when someone
 * else has published since the author looked, so that the author decides how to combine both changes.
 */
export async function publish<Document>(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  published: PublishedDocument<Document>,
  request: PublishRequest<Document>,
): Promise<PublishResult> {
  const result = await inTransaction(deps.db, (tx) => publishWithin(deps, tx, published, request));
  if (result.code === 'published') await published.refresh(deps.db.read);
  return result;
}

/** Publishes in the caller's transaction. Every process applies the version within seconds. */
export async function publishWithin<Document>(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { kind }: Pick<PublishedDocument<Document>, 'kind'>,
  { actor, document, basedOn, effectiveFrom, reason }: PublishRequest<Document>,
): Promise<PublishResult> {
  const now = deps.clock.now();
  if (effectiveFrom && effectiveFrom < now) return { code: 'version_in_past', sentence: publishingSentences.inPast };
  const newest = await findNewest(tx, kind.name);
  if ((newest?.version ?? 0) !== basedOn) return outdated(newest);
  const before = newest ? kind.parse(JSON.parse(newest.document)) : kind.standard;
  const changes = compareFacts(kind.factsOf(before), kind.factsOf(document));
  const isWaiting = newest !== undefined && new Date(newest.effective_from) > now; // then only its time may change
  if (changes.length === 0 && !isWaiting)
    return { code: 'nothing_changed', sentence: publishingSentences.nothingChanged };
  const version = basedOn + 1;
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('published_versions')
    .values({
      kind: kind.name,
      version,
      document: JSON.stringify(document),
      effective_from: (effectiveFrom ?? now).toISOString(),
      published_at: now.toISOString(),
      published_by: actor === 'system' ? null : actor.id,
      publisher_name: actor === 'system' ? 'system' : actor.username,
      reason,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing()) // of two at the same time, only one succeeds
    .executeTakeFirstOrThrow();
  if (inserted !== 1n) return outdated(await findNewest(tx, kind.name));
  await recordAction(deps, tx, {
    actor,
    action: 'version_published',
    subject: { kind: 'published', id: kind.name },
    before: { version: basedOn, ...valuesOf(changes, 'before') },
    after: { version, ...(effectiveFrom && { from: effectiveFrom.toISOString() }), ...valuesOf(changes, 'after') },
    reason,
  });
  return { code: 'published', version };
}

const findNewest = (tx: Tx, kind: PublishedVersionRow['kind']): Promise<PublishedVersionRow | undefined> =>
  tx
    .selectFrom('published_versions')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** `newest` is undefined when the author names a version that does not exist. */
const outdated = (newest: PublishedVersionRow | undefined): PublishResult => ({
  code: 'version_outdated',
  sentence: newest
    ? `${newest.publisher_name} published version ${newest.version} on ${formatUtcMoment(new Date(newest.published_at))}, after you opened this page. Please look at what changed, then decide.`
    : publishingSentences.unknownVersion,
});

/** One side of the changes, for the audit log. The version itself has long texts in full. */
const valuesOf = (changes: readonly Change[], side: 'before' | 'after'): ChangedValues =>
  Object.fromEntries(changes.map((change) => [change.name, shorten(change[side])]));

const shorten = (text: string | null): string | null =>
  text !== null && text.length > loggedMax ? `${text.slice(0, loggedMax).toWellFormed()}…` : text;

const loggedMax = 200;
