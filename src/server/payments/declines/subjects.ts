import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/database.ts';
import { preparedList } from '#server/db/fast-reads/prepared.ts';
import type { CheckoutSubjectRow } from '#server/db/tables.ts';
import { networkOf } from '#server/http/network-of.ts';

/** Who requests a checkout: an address, the browser if it has a cookie, and the account of a signed-in user. */
interface CheckoutClient {
  readonly address: string;
  readonly browserKey: string | undefined;
  readonly donorId: string | null | undefined;
}

/**
 * The subjects whose declines are counted together. They are hashed with a secret that all processes share and the database
 * does not contain, so that neither the table nor a backup reveals an address.
 */
export function subjectsOf(
  { stripe }: Config,
  { address, browserKey, donorId }: CheckoutClient,
): readonly [string, ...string[]] {
  const hash = (subject: string): string =>
    createHmac('sha256', stripe?.webhookSecret ?? '')
      .update(subject)
      .digest('base64url');
  return [
    hash(`network:${networkOf(address)}`),
    ...(browserKey === undefined ? [] : [hash(`browser:${browserKey}`)]),
    ...(donorId ? [hash(`account:${donorId}`)] : []),
  ];
}

/** Stores who requested an intent's checkout. */
export async function noteSubjects(
  db: Queryable,
  intentId: string,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  const rows = subjects.map((subject) => ({ subject, intent_id: intentId, opened_at: now.toISOString() }));
  await insertSubjects(db, rows);
}

const insertSubjects = preparedList((db, rows: readonly CheckoutSubjectRow[]) =>
  db
    .insertInto('checkout_subjects')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing()),
);
