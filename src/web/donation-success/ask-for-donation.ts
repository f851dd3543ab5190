import { receiptEndpoints } from '#contract/receipt-endpoints.ts';
import type { ConfirmAnswer, ReceiptAnswer } from '#contract/receipt.ts';
import { ApiError, callEndpoint } from '#web/api.ts';

/** Where a gift stands, as the server says; `unknown` for an id that is none of ours to show. */
export type Confirmation =
  | { readonly status: 'settled'; readonly receipt: ReceiptAnswer }
  | { readonly status: 'unknown' }
  | { readonly status: Exclude<ConfirmAnswer['status'], 'settled'> };

/**
 * Asks for the receipt of a gift, and where there is none yet, how its payment stands (design 3). A gift that was open when
 * we asked before has no receipt before the payment is settled, so only the payment is asked about.
 */
export async function askForDonation(
  id: string,
  earlier: Confirmation | undefined,
  signal: AbortSignal,
): Promise<Confirmation> {
  const receipt = isOpen(earlier) ? undefined : await readReceipt(id, signal);
  return receipt ? { status: 'settled', receipt } : confirm(id, signal);
}

/** Whether a payment may still come to something by itself. */
export const isOpen = (confirmation: Confirmation | undefined): boolean =>
  confirmation?.status === 'pending' || confirmation?.status === 'processing';

async function confirm(id: string, signal: AbortSignal): Promise<Confirmation> {
  const answer = await unlessNotFound(callEndpoint(receiptEndpoints.confirmDonation, { params: { id }, signal }));
  if (!answer) return { status: 'unknown' };
  if (answer.status !== 'settled') return { status: answer.status };
  const receipt = await readReceipt(id, signal);
  return receipt ? { status: 'settled', receipt } : { status: 'unknown' };
}

const readReceipt = (id: string, signal: AbortSignal): Promise<ReceiptAnswer | undefined> =>
  unlessNotFound(callEndpoint(receiptEndpoints.getReceipt, { params: { id }, signal }));

async function unlessNotFound<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return undefined;
    throw problem;
  }
}
