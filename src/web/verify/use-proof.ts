import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { publicLogCalls } from '#contract/calls/public/log.ts';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { callEndpoint } from '#web/api.ts';
import { useHint } from '#web/session/index.ts';

/**
 * Loads the proof of a receipt, and again until the donation is in the public log. Keyed by the hint, because another user cannot
 * see a claimed donation.
 */
export const useProof = (id: string): UseQueryResult<ReceiptProof> =>
  useQuery({
    queryKey: ['receipt-proof', id, useHint()],
    queryFn: ({ signal }) => callEndpoint(publicLogCalls.getReceiptProof, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.evidence.kind === 'promise' ? promisePollMs : false),
  });

const promisePollMs = 5000;
