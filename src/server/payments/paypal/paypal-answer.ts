import type { ApiResponse } from '@paypal/paypal-server-sdk';
import * as z from 'zod/mini';

/** An answer as it came: whatever status it had, and its content if that was JSON. */
export interface PayPalAnswer {
  readonly status: number;
  readonly content: unknown;
}

/** No answer came at all, in the time that there was, or none that can be believed. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** PayPal's official SDK. It weighs as much as the rest of the server, so it is loaded with the first call. */
export type Sdk = typeof import('@paypal/paypal-server-sdk');

/** A call of the SDK as an answer: refusals are answers too. What it takes from them is left aside; we read the text. */
export async function sdkAnswer(sdk: Sdk, call: () => Promise<ApiResponse<unknown>>): Promise<PayPalAnswer> {
  try {
    const { statusCode, body } = await call();
    return toAnswer(statusCode, body);
  } catch (error) {
    if (error instanceof sdk.ApiError) return toAnswer(error.statusCode, error.body);
    throw error;
  }
}

/** An answer from its status and text. */
export const toAnswer = (status: number, body: unknown): PayPalAnswer => ({ status, content: contentOf(body) });

function contentOf(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // a proxy's page: the status says the rest
  }
}

/** Does something whose every failure means that PayPal did not answer; waits no longer than `limit`. */
export async function answered<Result>(limit: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => late.reject(new NoAnswer('no answer in time'));
  if (limit.aborted) giveUp();
  limit.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work(), late.promise]);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown', { cause: error });
  } finally {
    limit.removeEventListener('abort', giveUp);
  }
}

const refusalSchema = z.object({
  name: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))),
});

/** What PayPal finds wrong, by its own name for it: the first issue, else the name of the refusal. */
export function issueOf({ content }: PayPalAnswer): string | undefined {
  const parsed = refusalSchema.safeParse(content);
  if (!parsed.success) return undefined;
  return parsed.data.details?.find(({ issue }) => issue !== undefined)?.issue ?? parsed.data.name;
}

/** An answer in words for the log: status and issue, never its content. */
export const inWords = (answer: PayPalAnswer): string =>
  `PayPal answered ${answer.status} ${issueOf(answer) ?? ''}`.trim();
