import * as z from 'zod/mini';
import type { BankDetails } from '#domain/payout/bank-details.ts';
import type { BankAccountRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

const shape = z.object({
  holder: z.string(),
  country: z.string(),
  account: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('iban'), iban: z.string() }),
    z.object({ kind: z.literal('local'), number: z.string(), routing: z.nullable(z.string()) }),
  ]),
  bic: z.nullable(z.string()),
});

/** Binds encrypted details to their account, so that they cannot be moved to another row. */
const purposeOf = (accountId: string): string => `bank account ${accountId}`;

export const encryptDetails = (
  { encryption }: Pick<Deps, 'encryption'>,
  accountId: string,
  details: BankDetails,
): string => encryption.encrypt(JSON.stringify(details), purposeOf(accountId));

/** Throws if the secret key is missing or wrong, or if the encrypted details were changed or moved to another row. */
export function decryptDetails(
  { encryption }: Pick<Deps, 'encryption'>,
  { id, details }: Pick<BankAccountRow, 'id' | 'details'>,
): BankDetails {
  const text = encryption.decrypt(details, purposeOf(id));
  if (text === undefined) throw new TypeError(`the details of bank account ${id} cannot be read`);
  return shape.parse(JSON.parse(text));
}
