import type { Deps } from '#server/deps.ts';

/**
 * Deletes the uploads that no version has named within a day. If one is published at the same moment, either it is kept, or
 * publishing finds it gone.
 */
export async function deleteUnpublishedPictures({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs).toISOString();
  const deleted = await db.write
    .deleteFrom('pictures')
    .where((e) => e('is_published', '=', e.lit(0))) // as in the index
    .where('uploaded_at', '<=', before)
    .returning('hash')
    .execute();
  if (deleted.length > 0) log.info({ count: deleted.length }, 'unpublished pictures deleted');
}

const keptMs = 24 * 60 * 60 * 1000;
