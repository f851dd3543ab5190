import { useMemo, type JSX, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useCountry } from '#web/country/index.ts';
import { useCharities, useSnacks, type Gift, type LeavePage } from '#web/donate/index.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { findGift, readAskedDonation, type AskedDonation } from './asked-donation.ts';
import { PayControls } from './pay-controls.tsx';
import { paymentOf } from './payment.ts';
import { Summary } from './summary.tsx';
import { usePayment } from './use-payment.ts';

/** `/paypal-checkout`: a gift as its address asks for it, and the way to pay it by PayPal (spec 2, PayPal checkout). */
export default function PayPalCheckoutPage({ leavePage = goTo }: { readonly leavePage?: LeavePage }): JSX.Element {
  const isHydrated = useIsHydrated();
  return (
    <>
      <PageHead
        title="Pay with PayPal"
        description="A last look at your donation before you pay it with PayPal."
        path="/paypal-checkout"
        isIndexed={false}
      />
      <section className="mx-auto grid max-w-reading gap-6 px-4 py-12">
        <h1 className="text-center text-3xl">Pay with PayPal</h1>
        <noscript>
          <p className="rounded-xl bg-tint p-4">Paying needs JavaScript.</p>
        </noscript>
        {isHydrated ? <Asked leavePage={leavePage} /> : <Waiting />}
        <p className="text-center">
          <ButtonLink to="/" tone="quiet">
            Back to Home
          </ButtonLink>
        </p>
      </section>
    </>
  );
}

/** The thank-you page takes this one's place: going back must not invite to pay once more. */
const goTo: LeavePage = (url) => window.location.replace(url);

/** The prerendered page cannot know its address's parameters, so they are read in the browser alone. */
function Asked({ leavePage }: { readonly leavePage: LeavePage }): JSX.Element {
  const [parameters] = useSearchParams();
  const data = parameters.get('data');
  const asked = useMemo(() => readAskedDonation(data), [data]);
  return asked ? <Compared asked={asked} leavePage={leavePage} /> : <Home />;
}

/** The gift in one of its faces, once the catalogue is there to compare it with. */
function Compared({ asked, leavePage }: { readonly asked: AskedDonation; readonly leavePage: LeavePage }): JSX.Element {
  const snacks = useSnacks();
  const charities = useCharities();
  if (snacks.data && charities.data) {
    const gift = findGift(asked, { snacks: snacks.data, charities: charities.data });
    return gift ? <Checkout gift={gift} leavePage={leavePage} /> : <Home />;
  }
  const isAsking = snacks.isFetching || charities.isFetching;
  if (isAsking) return <Waiting />;
  const retry = (): void => void Promise.all([snacks.refetch(), charities.refetch()]);
  return <FailedBox text="Failed to load your donation. Nothing was charged." onRetry={retry} />;
}

/** Whatever the address asks for that is not a gift of ours leads home (spec 8, PayPal). */
const Home = (): JSX.Element => <Navigate to="/" replace />;

function Checkout({ gift, leavePage }: { readonly gift: Gift; readonly leavePage: LeavePage }): JSX.Element {
  const { currency } = useCountry();
  const payment = paymentOf(gift, currency);
  const paypal = usePayment(payment, leavePage);
  const { progress } = paypal;
  return (
    <Card>
      <Summary payment={progress.status === 'idle' ? payment : progress.payment} />
      <PayControls paypal={paypal} />
      <AlertDialog text={paypal.alertText} onClose={paypal.closeAlert} />
    </Card>
  );
}

/** As tall as the summary and the button that it stands for. */
const Waiting = (): JSX.Element => (
  <Card>
    <span role="status" className="sr-only">
      Loading your donation…
    </span>
    <Skeleton className="h-50" />
    <Skeleton className="h-50" />
  </Card>
);

const Card = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <div className="grid gap-6 rounded-card bg-white p-4">{children}</div>
);
