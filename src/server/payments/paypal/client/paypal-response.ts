import * as z from 'zod/mini';

/** PayPal's response with any status; `content` is undefined if the body is not JSON. */
export interface PayPalResponse {
  readonly status: number;
  readonly content: unknown;
}

/** PayPal did not respond in time, or its response could not be received. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** The longest that a donor waits for PayPal, all attempts included. */
export const totalMs = 8500;

/** The time limit of one attempt, unless the caller has another. */
export const attemptMs = 4000;

/** Runs a call until `limit` aborts. Every failure becomes NoResponse. */
export async function orNoResponse<Result>(limit: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => late.reject(new NoResponse('no response in time'));
  if (limit.aborted) giveUp();
  limit.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([call(), late.promise]);
  } catch (error) {
    if (error instanceof NoResponse) throw error;
    throw new NoResponse(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown', { cause: error });
  } finally {
    limit.removeEventListener('abort', giveUp);
  }
}

/** PayPal's official SDK. It is as large as the rest of the server, so the first call loads it. */
export type Sdk = typeof import('@paypal/paypal-server-sdk');

export const toResponse = (status: number, body: unknown): PayPalResponse => ({ status, content: parseJson(body) });

function parseJson(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // for example the page of a proxy
  }
}

const refusalSchema = z.object({
  name: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))),
});

/** Returns PayPal's code for the problem: the first issue, or else the name of the error. */
export function issueOf({ content }: PayPalResponse): string | undefined {
  const parsed = refusalSchema.safeParse(content);
  if (!parsed.success) return undefined;
  return parsed.data.details?.find(({ issue }) => issue !== undefined)?.issue ?? parsed.data.name;
}

/** Returns true if PayPal would refuse the call again for the same request id. */
export const isDefiniteRefusal = ({ status }: PayPalResponse): boolean =>
  status >= 400 && status < 500 && !temporaryStatuses.has(status);

const temporaryStatuses = new Set([401, 408, 409, 429]); // expired token, timeout, conflict, overload

/** Describes a response for the log: its status and issue, never its content. */
export const describeResponse = (response: PayPalResponse): string =>
  `PayPal returned ${response.status} ${issueOf(response) ?? ''}`.trim();
