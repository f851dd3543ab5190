import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { splitCalls } from '#contract/calls/split.ts';
import { callEndpoint } from '#web/api.ts';
import { useHint } from '#web/session/index.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { toSplit, type Split } from './split.ts';
import { SplitView } from './split-view.tsx';

/** Shows how the charge of a donation was divided. */
export default function SplitPanel({ id }: { readonly id: string }): JSX.Element {
  return (
    <QueryView
      query={useSplit(id)}
      loading={<Spinner label="Loading where your money went…" />}
      failure="We couldn't load where your money went."
    >
      {(split) => (
        <div className="split-panel">
          <SplitView split={split} />
          {!isFinal(split) && <p className="mt-4 text-sm text-muted">{split.fee ? feeExpected : feeUnknown}</p>}
        </div>
      )}
    </QueryView>
  );
}

const feeExpected =
  'This is our estimate. The actual fee appears here once the provider reports it, usually within a day.';

const feeUnknown = 'The fee that PayPal keeps appears here once its report names it, usually within a day.';

const isFinal = ({ fee }: Split): boolean => fee?.isExpected === false;

/** Loads the split, again until the real fee is known. Keyed by the hint, because another user cannot see a claimed donation. */
const useSplit = (id: string): UseQueryResult<Split> =>
  useQuery({
    queryKey: ['split', id, useHint()],
    queryFn: async ({ signal }) => toSplit(await callEndpoint(splitCalls.getSplit, { params: { id }, signal })),
    staleTime: 60_000, // a refund or a dispute may follow
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data) ? pollMs : false),
  });

const pollMs = 30_000;
