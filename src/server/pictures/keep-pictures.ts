import type { Tx } from '#server/db/database.ts';
import { fileOf, hashOf } from './picture-name.ts';

/**
 * Keeps the pictures with these file names forever, in the transaction that publishes them. Returns the names of those that
 * are not stored.
 */
export async function keepPictures(tx: Tx, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const kept = await tx
    .updateTable('pictures')
    .set({ is_published: 1 })
    .where('hash', 'in', files.map(hashOf))
    .returning('hash')
    .execute();
  const stored = new Set(kept.map(({ hash }) => fileOf(hash)));
  return files.filter((file) => !stored.has(file));
}
