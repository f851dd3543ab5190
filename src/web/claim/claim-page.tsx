import type { JSX } from 'react';
import { useParams } from 'react-router';
import { PageHead } from '#web/layout/page-head.tsx';
import { PicturePage } from '#web/layout/picture-page.tsx';
import { receiptNotFound } from '#contract/receipt.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ClaimGift } from './claim-gift.tsx';
import { useGift } from './use-gift.ts';

/** `/claim/{id}`: a gift and the way to make it one's own, for whoever holds its id (rulings, Donations). */
export default function ClaimPage(): JSX.Element {
  const { id = '' } = useParams();
  return (
    <>
      <PageHead
        title="Claim a donation"
        description="A donation that waits for its donor, and its receipt."
        path="/claim"
        isIndexed={false}
      />
      <Gift key={id} id={id} />
    </>
  );
}

/** The gift in one of its four faces. */
function Gift({ id }: { readonly id: string }): JSX.Element {
  const { data: gift, isError, refetch } = useGift(id);
  if (gift === null) return <NoGift />;
  if (gift) return <ClaimGift receipt={gift} />;
  return (
    <section className="mx-auto grid max-w-reading gap-6 px-4 py-12">
      <h1 className="text-center text-3xl">Claim a donation</h1>
      {isError ? (
        <FailedBox text="Failed to load the donation." onRetry={() => void refetch()} />
      ) : (
        <p className="grid place-items-center py-24">
          <Spinner label="Looking for the donation…" />
        </p>
      )}
    </section>
  );
}

/** The same words for an unknown id and for a gift that is somebody else's already. */
const NoGift = (): JSX.Element => (
  <PicturePage
    picture="/art/fork-question.svg"
    title="There is nothing to claim here"
    text={`${receiptNotFound} The link may have a typo, or the donation is in an account already.`}
  >
    <ButtonLink to="/">Back to Home</ButtonLink>
    <ButtonLink to="/donation-history" tone="secondary">
      My Donations
    </ButtonLink>
  </PicturePage>
);
