import type * as z from 'zod/mini';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { parseResponse } from '#server/payments/provider-response.ts';
import { describeResponse, NoResponse, type PayPalResponse } from './paypal-response.ts';
import type { PayPalClient } from './paypal-client.ts';

/**
 * A page of a list, with its address and schema. `errorOf` returns the error for a refusal that means more than "unavailable".
 */
export interface Page<Schema extends z.ZodMiniType> {
  readonly path: string;
  readonly schema: Schema;
  readonly name: string;
  readonly errorOf?: (refusal: PayPalResponse) => Error | undefined;
}

/** Fetches and parses a page. Throws ProviderUnavailable if that is not possible. */
export async function readPage<Schema extends z.ZodMiniType>(
  client: PayPalClient,
  { path, schema, name, errorOf }: Page<Schema>,
): Promise<z.infer<Schema>> {
  try {
    const response = await client.fetch(client.limit(pageMs), { method: 'GET', path });
    if (response.status !== 200) throw errorOf?.(response) ?? new ProviderUnavailable(describeResponse(response));
    return parseResponse(schema, response.content, name);
  } catch (error) {
    if (error instanceof NoResponse || error instanceof TypeError) {
      throw new ProviderUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}

/** Returns the query of the next page; empty after the last page. The rest of the link is not used: it may name another host. */
export function nextQuery(links: readonly PageLink[] | undefined, itemCount: number): string {
  const next = links?.find(({ rel }) => rel === 'next')?.href;
  return next !== undefined && URL.canParse(next) && itemCount > 0 ? new URL(next).search : '';
}

interface PageLink {
  readonly href: string;
  readonly rel: string;
}

const pageMs = 10_000; // longer than for a donor, because no one waits for it

/** PayPal's lists take instants without fractions of seconds. */
export const toInstant = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');
