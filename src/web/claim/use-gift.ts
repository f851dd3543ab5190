import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { receiptEndpoints } from '#contract/receipt-endpoints.ts';
import type { ReceiptAnswer } from '#contract/receipt.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** The receipt of a gift; null for an id that is unknown or not ours to see. The prerendered page knows no id yet. */
export function useGift(id: string): UseQueryResult<ReceiptAnswer | null> {
  const isHydrated = useIsHydrated();
  return useQuery({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => readReceipt(id, signal),
    enabled: isHydrated,
    staleTime: 0, // somebody else may have claimed it meanwhile
  });
}

async function readReceipt(id: string, signal: AbortSignal): Promise<ReceiptAnswer | null> {
  try {
    return await callEndpoint(receiptEndpoints.getReceipt, { params: { id }, signal });
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return null;
    throw problem;
  }
}
