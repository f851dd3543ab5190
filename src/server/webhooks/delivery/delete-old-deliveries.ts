import type { Deps } from '#server/deps.ts';

/** Deletes deliveries 30 days after their event, with their attempts: they are kept only for finding mistakes. */
export async function deleteOldDeliveries({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 60 * 60 * 1000).toISOString();
  await db.write.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
}

const keptDays = 30;
