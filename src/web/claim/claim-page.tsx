import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useParams } from 'wouter';
import { receiptCalls } from '#contract/calls/receipt.ts';
import type { ReceiptResponse } from '#contract/receipt.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { PicturePage } from '#web/layout/picture-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useHint } from '#web/session/index.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { ClaimCard } from './claim-card.tsx';

/** `/claim/{id}`: a donation and the button that claims it, for anyone who has its id (spec-readings, Donations). */
export default function ClaimPage(): JSX.Element {
  const { id = '' } = useParams();
  return (
    <>
      <PageHead
        title="Claim a donation"
        description="See the receipt of a donation and save it to your account."
        path="/claim"
        isIndexed={false}
      />
      <Claim key={id} id={id} />
    </>
  );
}

function Claim({ id }: { readonly id: string }): JSX.Element {
  const query = useReceipt(id);
  const receipt = (
    <QueryView query={query} loading={<Loading />} failure="Failed to load the donation.">
      {(found) => (found ? <ClaimCard receipt={found} /> : <NothingToClaim />)}
    </QueryView>
  );
  if (query.data !== undefined) return receipt;
  return (
    <section className="mx-auto grid max-w-reading gap-6 px-4 py-12">
      <h1 className="text-center text-3xl">Claim a donation</h1>
      <NeedsJavaScript>
        You need JavaScript to see and claim a donation. This link also works in another browser or on another device.
      </NeedsJavaScript>
      {receipt}
    </section>
  );
}

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Looking for the donation…" />
  </p>
);

/** One text for an unknown id and for a donation that someone else has claimed. */
const NothingToClaim = (): JSX.Element => (
  <PicturePage
    picture="/art/fork-question.svg"
    title="Nothing to claim here"
    text="The link may have a typo, the donation may already be claimed, or its payment is not confirmed."
  >
    <ButtonLink to="/">Back to Home</ButtonLink>
    <ButtonLink to="/donation-history" tone="secondary">
      My Donations
    </ButtonLink>
  </PicturePage>
);

/**
 * Loads the receipt of a donation; null if the server shows none for its id. Not fetched while prerendering. Fetched again for
 * another user, because only the owner sees the receipt of a claimed donation.
 */
function useReceipt(id: string): UseQueryResult<ReceiptResponse | null> {
  const isHydrated = useIsHydrated();
  return useQuery({
    queryKey: ['receipt', id, useHint()],
    queryFn: ({ signal }) => fetchReceipt(id, signal),
    enabled: isHydrated,
    staleTime: 0, // someone else may have claimed it since
  });
}

async function fetchReceipt(id: string, signal: AbortSignal): Promise<ReceiptResponse | null> {
  try {
    return await callEndpoint(receiptCalls.getReceipt, { params: { id }, signal });
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return null;
    throw problem;
  }
}
