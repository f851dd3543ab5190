import * as z from 'zod/mini';
import { profileFields } from '#contract/account/account.ts';
import { negate, type Money } from '#domain/money/money.ts';
import type { ReversalMovement } from '#domain/payment/reversal.ts';

/**
 * Parses a provider's response or message. Throws TypeError with the first wrong field. The SDKs do not check fields and accept
 * any JSON with a successful status, so unchecked JSON from a proxy would pass for a response.
 */
export function parseResponse<Schema extends z.ZodMiniType>(
  schema: Schema,
  content: unknown,
  name: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new TypeError(`unreadable ${name}: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
}

/** Text that is not empty and that both databases can store unchanged. */
export const storableText = z.string().check(
  z.minLength(1),
  z.refine((text) => !text.includes('\0') && text.isWellFormed()),
);

/** A field that we do not need: content of another shape counts as absent instead of making the response unreadable. */
export const lenientOptional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((content): z.infer<Schema> | undefined => schema.safeParse(content).data),
    ),
  );

/** A payer's email address. A payment is valid without one. */
export const payerEmailSchema = lenientOptional(profileFields.email);

/** Returns the amount of a dispute's first withdrawal, which replaces a disputed amount that we cannot read. */
export function firstWithdrawal(movements: readonly ReversalMovement[]): Money | undefined {
  const withdrawal = movements.find(({ amount }) => amount.amountMinor < 0);
  return withdrawal && negate(withdrawal.amount);
}

/** Returns the id of an event that we derive from a fetched object. Ids are stored, so their form must never change. */
export const derivedEventId = (objectId: string, state: string): string => `asked:${objectId}:${state}`;
