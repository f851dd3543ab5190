import { useMemo, type JSX } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { useCountry } from '#web/country/index.ts';
import { useCharities, useRates, useAreRatesKnown, useSnacks, type LeavePage } from '#web/donate/index.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { QueryView, Skeleton } from '#web/ui/feedback/query-view.tsx';
import { Card, CheckoutCard } from './checkout-card.tsx';
import { priceRequest, readRequestedDonation, type RequestedDonation } from './requested-donation.ts';

/** `/paypal-checkout`: the donation in the address, and the button to pay for it with PayPal (spec 2, PayPal checkout). */
export default function PayPalCheckoutPage({ leavePage = goTo }: { readonly leavePage?: LeavePage }): JSX.Element {
  const { isKnown } = useCountry(); // the country decides the order's currency
  return (
    <>
      <PageHead
        title="Pay with PayPal"
        description="Review your donation before you pay with PayPal."
        path="/paypal-checkout"
        isIndexed={false}
      />
      <section className="mx-auto grid max-w-reading gap-6 px-4 py-12">
        <h1 className="text-center text-3xl">Pay with PayPal</h1>
        <NeedsJavaScript>
          You need JavaScript to pay. Nothing was charged. You can open this page in another browser.
        </NeedsJavaScript>
        {isKnown ? <Checkout leavePage={leavePage} /> : <LoadingCard />}
        <p className="text-center">
          <ButtonLink to="/" tone="quiet">
            Back to Home
          </ButtonLink>
        </p>
      </section>
    </>
  );
}

/** Replaces this page in the history, so that the back button does not offer to pay again. */
const goTo: LeavePage = (url) => window.location.replace(url);

/** Rendered in the browser only: the query string is unknown while prerendering. */
function Checkout({ leavePage }: { readonly leavePage: LeavePage }): JSX.Element {
  const [parameters] = useSearchParams();
  const data = parameters.get('data');
  const requested = useMemo(() => readRequestedDonation(data), [data]);
  return requested ? <PricedCheckout requested={requested} leavePage={leavePage} /> : <RedirectHome />;
}

/** Prices the requested donation after the catalogue and the rates are loaded. */
function PricedCheckout({
  requested,
  leavePage,
}: {
  readonly requested: RequestedDonation;
  readonly leavePage: LeavePage;
}): JSX.Element {
  const snacks = useSnacks();
  const charities = useCharities();
  const rates = useRates();
  const areRatesKnown = useAreRatesKnown();
  const catalogue = {
    data:
      areRatesKnown && snacks.data && charities.data
        ? { snacks: snacks.data, charities: charities.data, rates }
        : undefined,
    isError: snacks.isError || charities.isError,
    refetch: () => Promise.all([snacks.refetch(), charities.refetch()]),
  };
  return (
    <QueryView query={catalogue} loading={<LoadingCard />} failure="Failed to load your donation. Nothing was charged.">
      {(known) => {
        const priced = priceRequest(requested, known);
        return priced ? <CheckoutCard {...priced} leavePage={leavePage} /> : <RedirectHome />;
      }}
    </QueryView>
  );
}

/** Sends the visitor home if the address does not contain a donation that we can price (spec 8, PayPal). */
const RedirectHome = (): JSX.Element => <Redirect to="/" replace />;

/** As tall as the summary and the button that replace it. */
const LoadingCard = (): JSX.Element => (
  <div className="needs-script">
    <Card>
      <span role="status" className="sr-only">
        Loading your donation…
      </span>
      <Skeleton className="h-50" />
      <Skeleton className="h-50" />
    </Card>
  </div>
);
