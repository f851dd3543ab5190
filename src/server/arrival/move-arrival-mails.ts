import * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';

const payloadSchema = z.record(z.string(), z.string());

/** Readdresses an account's unsent arrival emails to the account to which its donations have moved. */
export async function moveArrivalMails(tx: Tx, fromId: string, toId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('about', '=', fromId)
    .where('kind', '=', 'arrival')
    .where('status', 'in', ['waiting', 'held', 'dead'])
    .execute();
  for (const { id, payload } of waiting) {
    const moved = { ...payloadSchema.parse(JSON.parse(payload)), userId: toId };
    await tx
      .updateTable('outbox')
      .set({ about: toId, payload: JSON.stringify(moved) })
      .where('id', '=', id)
      .execute();
  }
}
