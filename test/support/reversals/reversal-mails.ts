import type { Deps } from '#server/deps.ts';

/** Reads the queued emails about refunds and disputes: disputes before refunds, money taken before money returned. */
export async function reversalMails({ db }: Pick<Deps, 'db'>): Promise<Record<string, string>[]> {
  const jobs = await db.read.selectFrom('outbox').select('payload').where('kind', '=', 'reversal').execute();
  const mails = jobs.map(({ payload }) => JSON.parse(payload) as Record<string, string>);
  const rank = (mail: Record<string, string>): number =>
    (mail['kind'] === 'dispute' ? 0 : 2) + (mail['direction'] === 'taken' ? 0 : 1);
  return mails.toSorted((left, right) => rank(left) - rank(right));
}
