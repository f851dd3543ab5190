import type { Deps } from '#server/deps.ts';

/** What the queued emails about refunds and disputes say, sorted by cause: disputes first, the movements of each in order. */
export async function reversalMails({ db }: Pick<Deps, 'db'>): Promise<Record<string, string>[]> {
  const jobs = await db.read.selectFrom('outbox').select('payload').where('kind', '=', 'reversal').execute();
  const mails = jobs.map(({ payload }) => JSON.parse(payload) as Record<string, string>);
  return mails.toSorted((left, right) => String(left['cause']).localeCompare(String(right['cause'])));
}
