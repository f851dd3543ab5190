import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import type { Tx } from '#server/db/database.ts';
import { preparedList } from '#server/db/fast-reads/prepared.ts';
import type { CheckoutSubjectRow, DonationIntentRow } from '#server/db/tables.ts';
import { networkOf } from '#server/http/network-of.ts';

/** Who requests a checkout: an address, the browser if it has a cookie, and the account of a signed-in user. */
interface CheckoutClient {
  readonly address: string;
  readonly browserKey: string | undefined;
  readonly donorId: string | null | undefined;
}

/**
 * Returns the subjects under which a client's declines are counted. They are hashed with a secret that all processes share and
 * the database does not contain, so that neither the table nor a backup reveals an address. In test mode there is no secret.
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

/** Stores the subjects of the client that requested an intent's checkout. */
export const storeSubjects = (
  tx: Tx,
  { id, created_at: openedAt }: Pick<DonationIntentRow, 'id' | 'created_at'>,
  subjects: readonly string[],
): Promise<unknown> =>
  insertSubjects(
    tx,
    subjects.map((subject) => ({ subject, intent_id: id, opened_at: openedAt })),
  );

const insertSubjects = preparedList((db, rows: readonly CheckoutSubjectRow[]) =>
  db
    .insertInto('checkout_subjects')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing()),
);
