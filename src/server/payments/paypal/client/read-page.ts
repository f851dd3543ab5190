import type * as z from 'zod/mini';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { parseAnswer } from '#server/payments/provider-answer.ts';
import { describeAnswer, NoAnswer, type PayPalAnswer } from './paypal-answer.ts';
import type { PayPalClient } from './paypal-client.ts';

/** How to read a page of a list. `errorOf` returns the error for a refusal that means more than "unavailable". */
export interface Page<Schema extends z.ZodMiniType> {
  readonly path: string;
  readonly schema: Schema;
  readonly name: string;
  readonly errorOf?: (refusal: PayPalAnswer) => Error | undefined;
}

/** Throws ProviderUnavailable when the page cannot be fetched or read. */
export async function readPage<Schema extends z.ZodMiniType>(
  client: PayPalClient,
  { path, schema, name, errorOf }: Page<Schema>,
): Promise<z.infer<Schema>> {
  try {
    const answer = await client.fetch(client.limit(pageMs), { method: 'GET', path });
    if (answer.status !== 200) throw errorOf?.(answer) ?? new ProviderUnavailable(describeAnswer(answer));
    return parseAnswer(schema, answer.content, name);
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof TypeError) {
      throw new ProviderUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}

const pageMs = 10_000; // longer than for a donor, because no one waits for it

/** PayPal's lists take instants without fractions of seconds. */
export const toInstant = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');
