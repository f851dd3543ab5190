import { catalogueSentences, type PublishCatalogueRequest } from '#contract/admin/catalogue.ts';
import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { publishingSentences } from '#contract/admin/publishing.ts';
import { catalogueProblem } from '#domain/catalogue/check-catalogue.ts';
import { applyingBetween } from '#domain/publishing/applying-version.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/error-reply.ts';
import { keepPictures } from '#server/pictures/index.ts';
import { publishWithin, type PublishResult } from '#server/publishing/index.ts';
import type { StaffMember } from '#server/staff/index.ts';
import { findNextIds, insertKnownEntries } from './known-entries.ts';

export type PublishCatalogueResult = PublishResult | { readonly code: 'invalid_request'; readonly sentence: string };

/** Publishes a catalogue, inserts the rows of its new snacks and charities, and keeps its pictures. */
export async function publishCatalogue(
  deps: Deps,
  actor: StaffMember,
  { document, basedOn, effectiveFrom, reason }: PublishCatalogueRequest,
): Promise<PublishCatalogueResult> {
  const { catalogue } = deps.published;
  await catalogue.refresh(deps.db.read); // another process may have published a newer version
  const from = effectiveFrom === undefined ? undefined : new Date(effectiveFrom);
  const versions = [catalogue.current(), ...catalogue.scheduled()] as const;
  const isNewest = versions.at(-1)?.number === basedOn; // otherwise publishing reports the newer version
  const before = applyingBetween(versions, deps.clock.now(), from ?? deps.clock.now());
  const known = { before: before.map((version) => version.document), next: await findNextIds(deps.db.read) };
  const problem = isNewest ? catalogueProblem(document, known) : undefined;
  if (problem !== undefined) return { code: 'invalid_request', sentence: problem };
  const result = await inTransaction(deps.db, async (tx) => {
    const published = await publishWithin<CatalogueDocument>(deps, tx, catalogue, {
      actor,
      document,
      basedOn,
      effectiveFrom: from,
      reason,
    });
    if (published.code !== 'published') return published;
    if (!isNewest) throw new Refusal('version_outdated', publishingSentences.unknownVersion); // the document was not checked
    await insertKnownEntries(tx, document);
    await keepPicturesOf(tx, document);
    return published;
  });
  if (result.code === 'published') await catalogue.refresh(deps.db.read);
  return result;
}

/** Throws, so that nothing is published, when a picture was deleted because too much time has passed since its upload. */
async function keepPicturesOf(tx: Tx, { snacks }: CatalogueDocument): Promise<void> {
  const missing = await keepPictures(
    tx,
    snacks.flatMap(({ picture }) => picture ?? []),
  );
  const without = snacks.find(({ picture }) => picture !== null && missing.includes(picture));
  if (without) throw new Refusal('invalid_request', catalogueSentences.pictureMissing(without.name));
}
