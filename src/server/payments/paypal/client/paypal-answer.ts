import * as z from 'zod/mini';

/** PayPal's answer with any status; `content` is undefined when the body is not JSON. */
export interface PayPalAnswer {
  readonly status: number;
  readonly content: unknown;
}

/** PayPal did not answer in time, or its answer could not be received. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The longest that a donor waits for PayPal, all attempts included. */
export const totalMs = 8500;

/** The time limit of one attempt. */
export const attemptMs = 4000;

/** Runs a call until `limit` aborts. Every failure becomes NoAnswer. */
export async function orNoAnswer<Result>(limit: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => late.reject(new NoAnswer('no answer in time'));
  if (limit.aborted) giveUp();
  limit.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([call(), late.promise]);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown', { cause: error });
  } finally {
    limit.removeEventListener('abort', giveUp);
  }
}

/** PayPal's official SDK. It is as large as the rest of the server, so the first call loads it. */
export type Sdk = typeof import('@paypal/paypal-server-sdk');

export const toAnswer = (status: number, body: unknown): PayPalAnswer => ({ status, content: parseJson(body) });

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

/** PayPal's code for the problem: the first issue, or else the name of the error. */
export function issueOf({ content }: PayPalAnswer): string | undefined {
  const parsed = refusalSchema.safeParse(content);
  if (!parsed.success) return undefined;
  return parsed.data.details?.find(({ issue }) => issue !== undefined)?.issue ?? parsed.data.name;
}

/** Whether PayPal would refuse the call again under the same request id. */
export const isDefiniteRefusal = ({ status }: PayPalAnswer): boolean =>
  status >= 400 && status < 500 && !temporaryStatuses.has(status);

const temporaryStatuses = new Set([401, 408, 409, 429]); // expired token, timeout, conflict, overload

/** For the log: status and issue, never the content. */
export const describeAnswer = (answer: PayPalAnswer): string =>
  `PayPal answered ${answer.status} ${issueOf(answer) ?? ''}`.trim();
