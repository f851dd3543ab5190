import { hash } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';
import { encodePicture, type RefusedPicture } from './encode-picture.ts';
import { fileOf } from './picture-name.ts';

export type StoredPicture = { readonly code: 'stored'; readonly picture: string } | RefusedPicture;

/**
 * Encodes an uploaded picture and stores it under the hash of the encoded file, so that the same picture is stored once.
 * An upload that no version names within a day is deleted.
 */
export async function storePicture(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  actor: Actor,
  file: Buffer,
): Promise<StoredPicture> {
  const encoded = await encodePicture(file);
  if (encoded.code !== 'encoded') return encoded;
  const { bytes } = encoded;
  const row = { hash: hash('sha256', bytes, 'hex'), bytes, uploaded_at: deps.clock.now().toISOString() };
  await inTransaction(deps.db, async (tx) => {
    await insertPicture(tx, row);
    await recordAction(deps, tx, { actor, action: 'picture_uploaded', subject: { kind: 'picture', id: row.hash } });
  });
  return { code: 'stored', picture: fileOf(row.hash) };
}

/** A picture that is stored already gets another day in which it can be published. */
const insertPicture = (
  tx: Tx,
  row: { readonly hash: string; readonly bytes: Uint8Array; readonly uploaded_at: string },
) =>
  tx
    .insertInto('pictures')
    .values({ ...row, is_published: 0 })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ uploaded_at: row.uploaded_at }))
    .execute();
