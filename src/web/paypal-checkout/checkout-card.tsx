import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { useAreCookiesBlocked } from '#web/browser-storage.ts';
import { useCountry, useMoneyFormat } from '#web/country/index.ts';
import {
  describePriceChanges,
  PriceNotice,
  refreshPrices,
  useCatalogueVersion,
  useRates,
  type LeavePage,
} from '#web/donate/index.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailedBox } from '#web/ui/feedback/failed-box.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';
import { isFocusNowhere, useFocusRestore } from '#web/ui/use-focus-restore.ts';
import { paymentOf, type Payment } from './orders.ts';
import type { PricedRequest } from './requested-donation.ts';
import { usePayment, type PayPalPayment } from './use-payment.ts';

interface CheckoutCardProps extends PricedRequest {
  readonly leavePage: LeavePage;
}

/** The payment's summary and button; if cookies are blocked, a link to pay by card instead. */
export function CheckoutCard({ draft, statedBasket, leavePage }: CheckoutCardProps): JSX.Element {
  const { currency } = useCountry();
  const rates = useRates();
  const catalogueVersion = useCatalogueVersion();
  const cache = useQueryClient();
  const areCookiesBlocked = useAreCookiesBlocked();
  const [shownBefore, setShownBefore] = useState({ basket: statedBasket, rates });
  const payment = paymentOf(draft, currency, { rates, catalogueVersion });
  const view = { currency: payment.currency, format: useMoneyFormat(), paidWith: 'paypal' } as const;
  const notice = describePriceChanges(shownBefore, { basket: draft.basket, rates }, view);
  const handleOutdated = (): void => {
    setShownBefore({ basket: draft.basket, rates });
    void refreshPrices(cache);
  };
  if (!areCookiesBlocked) {
    return <PayPalCard payment={payment} notice={notice} leavePage={leavePage} onOutdated={handleOutdated} />;
  }
  return (
    <Card>
      <Summary payment={payment} notice={notice} />
      <PayByCard />
    </Card>
  );
}

interface PayPalCardProps {
  readonly payment: Payment;
  /** Says what has changed since the donor last saw the prices. */
  readonly notice: string;
  readonly leavePage: LeavePage;
  readonly onOutdated: () => void;
}

/**
 * The payment's summary, its button and its alert. The notice waits for the alert to close: screen readers ignore the page
 * behind it.
 */
function PayPalCard({ payment, notice, leavePage, onOutdated }: PayPalCardProps): JSX.Element {
  const paypal = usePayment(payment, leavePage, onOutdated);
  const { progress, alertText } = paypal;
  return (
    <Card>
      <Summary
        payment={progress.status === 'idle' ? payment : progress.payment}
        notice={alertText === undefined ? notice : ''}
      />
      <PayControls paypal={paypal} />
      <AlertDialog text={alertText} onClose={paypal.closeAlert} />
    </Card>
  );
}

export const Card = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <div className="grid gap-6 rounded-card bg-white p-4">{children}</div>
);

/** The lines of the payment; PayPal charges exactly this total (spec-readings, Money). */
function Summary({ payment, notice }: Pick<PayPalCardProps, 'payment' | 'notice'>): JSX.Element {
  const { draft, meals, price, currencyNote } = payment;
  const format = useMoneyFormat();
  return (
    <div>
      <dl>
        <SummaryLine term="Donation amount" text={format(price.subtotal)} />
        <SummaryLine term="Charity" text={draft.charity.name} />
        <SummaryLine term="Meals provided" text={formatCount(meals)} />
        <SummaryLine term="Service Fee (10%)" text={format(price.serviceFee)} />
        <SummaryLine term="Total" text={format(price.total)} isTotal />
      </dl>
      {currencyNote !== undefined && <p className="mt-6 rounded-xl bg-tint p-4 font-bold">{currencyNote}</p>}
      <PriceNotice text={notice} />
    </div>
  );
}

interface SummaryLineProps {
  readonly term: string;
  readonly text: string;
  readonly isTotal?: boolean;
}

const SummaryLine = ({ term, text, isTotal = false }: SummaryLineProps): JSX.Element => (
  <div className={isTotal ? 'price-line price-line-total' : 'price-line'}>
    <dt>{term}</dt>
    <dd className="figure">{text}</dd>
  </div>
);

/** A link to pay by card. PayPal needs a cookie, which binds the payment to the browser that started it. */
const PayByCard = (): JSX.Element => (
  <div className="grid gap-4">
    <p className="rounded-xl bg-tint p-4">
      PayPal needs cookies, which your browser blocks. You can pay by card instead, or allow cookies for this site and
      reload the page.
    </p>
    <ButtonLink to="/#donate" size="large">
      Pay by card
    </ButtonLink>
  </div>
);

/** The PayPal button with its status, or a box with Try Again. */
function PayControls({ paypal }: { readonly paypal: PayPalPayment }): JSX.Element {
  const { session, progress, alertText } = paypal;
  useFocusRestore(progress.status !== 'idle');
  useFocusOnTitle(progress.status === 'no_response' || (session.status === 'failed' && alertText === undefined));
  if (progress.status === 'no_response') return <FailedBox text={noResponse} onRetry={paypal.finish} />;
  // Reloads, because the document's content security policy may have blocked the script.
  if (session.status === 'failed')
    return <FailedBox text={session.sentence} onRetry={() => window.location.reload()} />;
  const isIdle = progress.status === 'idle';
  return (
    <div>
      <Button size="large" className="w-full" disabled={!isIdle || session.status === 'loading'} onClick={paypal.pay}>
        {isIdle ? 'Pay with PayPal' : 'Processing...'}
      </Button>
      <p role="status" className="mt-2 text-center text-sm text-muted">
        {describeStatus(paypal)}
      </p>
      <FieldProblem sentence={isIdle ? progress.declined : undefined} />
    </div>
  );
}

/**
 * Focuses the title when the box has replaced the button that had the focus, or when the alert that opened automatically is
 * closed.
 */
function useFocusOnTitle(isBoxShown: boolean): void {
  useEffect(() => {
    const title = document.querySelector('h1');
    if (isBoxShown && title && isFocusNowhere()) moveFocusTo(title);
  }, [isBoxShown]);
}

const noResponse =
  "We don't know yet whether you've paid, because our server didn't respond. Try again to finish. You won't be charged twice.";

function describeStatus({ session, progress }: PayPalPayment): string {
  if (progress.status === 'approving') return "Finish in PayPal's window. If you close it, nothing is charged.";
  if (progress.status === 'capturing') return 'Confirming your payment…';
  return session.status === 'loading' ? 'Getting PayPal ready…' : 'PayPal opens in a new window.';
}

interface AlertDialogProps {
  readonly text: string | undefined;
  readonly onClose: () => void;
}

/** The spec's browser alert, as a dialog that in-app browsers show too (spec-readings, Pages). */
const AlertDialog = ({ text, onClose }: AlertDialogProps): JSX.Element => (
  <Dialog isOpen={text !== undefined} onClose={onClose} title="Something went wrong" role="alertdialog">
    {text !== undefined && (
      <div className="grid gap-4">
        <p>{text}</p>
        <Button onClick={onClose}>OK</Button>
      </div>
    )}
  </Dialog>
);
