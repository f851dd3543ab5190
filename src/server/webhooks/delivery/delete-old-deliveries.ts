import type { Deps } from '#server/deps.ts';

/** Deletes deliveries with their attempts, 30 days after the event. Until then, they help staff to find out what went wrong. */
export async function deleteOldDeliveries({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 60 * 60 * 1000).toISOString();
  await db.write.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
}

const keptDays = 30;
