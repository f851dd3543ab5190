import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { receiptCalls } from '#contract/calls/receipt.ts';
import type { ConfirmResponse, ReceiptResponse } from '#contract/receipt.ts';
import { rememberAnonymousDonation } from '#web/anonymous-donations/index.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { clearSubmittedDraft } from '#web/donate/index.ts';
import { refreshDonorResponses, useUser } from '#web/session/index.ts';

/** The server's information about a payment; `unknown` if the server shows no receipt for the id. */
type Confirmation =
  | { readonly status: 'settled'; readonly receipt: ReceiptResponse }
  | { readonly status: 'unknown' }
  | { readonly status: Exclude<ConfirmResponse['status'], 'settled'> };

/** The confirmation of a donation, and a way to check again immediately. */
interface ConfirmationQuery {
  readonly confirmation: Confirmation | { readonly status: 'loading' | 'unreachable' };
  readonly isChecking: boolean;
  readonly checkAgain: () => void;
}

/**
 * Polls the server until the payment is settled and its receipt has been emailed, or the payment has ended. Pauses while the
 * page is hidden. Fetches nothing if there is no id.
 */
export function useConfirmation(id: string | undefined): ConfirmationQuery {
  const isSpinnerDue = useIsSpinnerDue();
  const cache = useQueryClient();
  const queryKey = ['confirmation', id];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchConfirmation(id ?? '', cache.getQueryData<Confirmation>(queryKey), signal),
    enabled: id !== undefined,
    staleTime: 0, // the payment's status may have changed since
    refetchInterval: ({ state }) => nextPollMs(state.data, state.dataUpdateCount),
  });
  useRecordDonation(data?.status === 'settled' ? data.receipt : undefined);
  const known = id === undefined ? ({ status: 'unknown' } as const) : data;
  return {
    confirmation: isSpinnerDue || (!known && !isError) ? { status: 'loading' } : (known ?? { status: 'unreachable' }),
    isChecking: isFetching,
    checkAgain: () => void refetch(),
  };
}

/**
 * Fetches the status of the payment, and if it has settled, the receipt. Asking for the receipt first would put an error into
 * the console of every donor whose payment is still open.
 */
async function fetchConfirmation(
  id: string,
  previous: Confirmation | undefined,
  signal: AbortSignal,
): Promise<Confirmation> {
  if (previous?.status !== 'settled') {
    const response = await unlessNotFound(callEndpoint(receiptCalls.confirmDonation, { params: { id }, signal }));
    if (!response) return { status: 'unknown' };
    if (response.status !== 'settled') return { status: response.status };
  }
  const receipt = await unlessNotFound(callEndpoint(receiptCalls.getReceipt, { params: { id }, signal }));
  return receipt ? { status: 'settled', receipt } : { status: 'unknown' };
}

const isOpen = (confirmation: Confirmation | undefined): boolean =>
  confirmation?.status === 'pending' || confirmation?.status === 'processing';

const isReceiptOnItsWay = (confirmation: Confirmation | undefined): boolean =>
  confirmation?.status === 'settled' && confirmation.receipt.receiptMail === 'on_its_way';

async function unlessNotFound<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return undefined;
    throw problem;
  }
}

/** Polls every two seconds for a minute, then every ten. */
function nextPollMs(confirmation: Confirmation | undefined, polls: number): number | false {
  if (!isOpen(confirmation) && !isReceiptOnItsWay(confirmation)) return false;
  return polls < 30 ? 2_000 : 10_000;
}

/** Clears the draft after a settled payment, refreshes the donor's figures, and stores a guest's donation for a later claim. */
function useRecordDonation(receipt: ReceiptResponse | undefined): void {
  const cache = useQueryClient();
  const { status, user } = useUser();
  const { id, amount, mealsProvided } = receipt ?? {}; // the receipt itself changes when its email has been sent
  useEffect(() => {
    if (id === undefined) return;
    clearSubmittedDraft();
    void refreshDonorResponses(cache);
  }, [id, cache]);
  const isGuest = status !== 'loading' && user === null;
  useEffect(() => {
    if (id === undefined || amount === undefined || mealsProvided === undefined || !isGuest) return;
    rememberAnonymousDonation({ id, amount, mealsProvided });
  }, [id, amount, mealsProvided, isGuest]);
}

/** True for the first 800 milliseconds (spec 9). */
function useIsSpinnerDue(): boolean {
  const [isDue, setIsDue] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(false), 800);
    return () => clearTimeout(timer);
  }, []);
  return isDue;
}
