import type { Deps } from '#server/deps.ts';

/**
 * Deletes the uploads that no version has named within a day. One that is published at the same time is kept, or its
 * publishing finds that it is gone.
 */
export async function deleteUnpublishedPictures({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs).toISOString();
  const deleted = await db.write
    .deleteFrom('pictures')
    .where((e) => e('is_published', '=', e.lit(0))) // as in the index
    .where('uploaded_at', '<=', before)
    .returning('hash')
    .execute();
  if (deleted.length > 0) log.info({ count: deleted.length }, 'pictures that were not published deleted');
}

const keptMs = 24 * 60 * 60 * 1000;
