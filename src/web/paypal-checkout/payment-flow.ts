import { ApiError } from '#web/api.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { forgetOrder, recallOrder, rememberOrder } from './unfinished-order.ts';
import { captureOrder, requestOrder, type CaptureOutcome, type Payment } from './orders.ts';
import { describeProblem, PayPalProblem, toPayPalProblem } from './problem.ts';
import type { PaymentListener, PaymentSession } from './web-sdk.ts';

/** The progress of a payment. The click fixes its donation and currency, even if the visitor then chooses another country. */
export type Progress =
  | { readonly status: 'idle'; readonly declined?: string }
  | { readonly status: 'approving'; readonly payment: Payment }
  | { readonly status: 'capturing'; readonly payment: Payment; readonly orderId: string }
  /** The capture got no response: whether the order is approved and paid is unknown until it is repeated. */
  | { readonly status: 'no_response'; readonly payment: Payment; readonly orderId: string };

/**
 * An error to show, and where it comes from: `outdated` when prices have changed on the server, `charity_gone` when the charity
 * no longer takes donations, `signed_out` when the server asks donors to sign in.
 */
export interface Alert {
  readonly text: string;
  readonly source: 'paypal' | 'outdated' | 'charity_gone' | 'signed_out' | 'other';
}

interface FlowView {
  readonly progress: Progress;
  readonly alert: Alert | undefined;
}

/** The order of the last click. While the figures stay the same it is reopened, so that nothing is paid twice. */
interface CurrentOrder {
  readonly payment: Payment;
  readonly promise: Promise<{ readonly orderId: string }>;
  readonly isReopened: boolean;
}

/** A payment from the click through PayPal's window to the thank-you page (spec 4, PayPal flow). One per visit. */
export class PaymentFlow {
  readonly #leavePage: LeavePage;
  readonly #payment: Payment;
  readonly #subscribers = new Set<() => void>();
  #view: FlowView;
  #order: CurrentOrder | undefined;

  /** `payment` is the one that the page is opened with: its capture may have been requested before a reload. */
  constructor(leavePage: LeavePage, payment: Payment) {
    this.#leavePage = leavePage;
    this.#payment = payment;
    this.#view = firstView(payment);
  }

  readonly read = (): FlowView => this.#view;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Called by PayPal's script. */
  readonly listener: PaymentListener = {
    onApprove: async ({ orderId }) => this.#capture(orderId),
    onCancel: () => {
      logInfo('PayPal payment canceled');
      if (this.#view.progress.status === 'approving') this.#setProgress({ status: 'idle' });
    },
    onError: (problem) => void this.#handleProblem(problem),
    onComplete: ({ paymentSessionState }) => logInfo('PayPal session completed', paymentSessionState),
  };

  /** Starts a payment. Must run inside the click and open PayPal's window before any await, or browsers block it. */
  async start(session: PaymentSession, payment: Payment): Promise<void> {
    if (this.#view.progress.status !== 'idle') return; // the second of two quick clicks
    this.#setProgress({ status: 'approving', payment });
    const order = this.#openOrder(payment);
    const isCurrent = (): boolean => this.#order?.promise === order; // a late failure may belong to an earlier order
    // Handled here first: PayPal's script would replace our message with its own.
    order.catch((problem: unknown) => isCurrent() && this.#fail(problem));
    try {
      await session.start({ presentationMode: 'auto' }, order);
    } catch (problem) {
      if (isCurrent()) await this.#handleProblem(problem);
    }
  }

  /** Repeats a capture that got no response. */
  async finish(): Promise<void> {
    if (this.#view.progress.status === 'no_response') await this.#capture(this.#view.progress.orderId);
  }

  closeAlert(): void {
    this.#show({ ...this.#view, alert: undefined });
  }

  /** Starts over when the back button restores the page as it was left. */
  readonly reset = (): void => {
    this.#order = undefined;
    this.#show(firstView(this.#payment));
  };

  #openOrder(payment: Payment): CurrentOrder['promise'] {
    const isSame = this.#order && isSamePayment(this.#order.payment, payment);
    const promise = isSame && this.#order ? this.#order.promise : requestOrder(payment);
    this.#order = { payment, promise, isReopened: isSame === true };
    return promise;
  }

  /** PayPal may report a problem twice, or report one of ours back to us. */
  async #handleProblem(problem: unknown): Promise<void> {
    const { progress } = this.#view;
    if (progress.status !== 'approving') return;
    const order = this.#order?.isReopened === true ? await this.#order.promise : undefined;
    if (order && (await this.#mayBePaid(order.orderId, progress.payment))) return;
    this.#fail(toPayPalProblem(problem));
  }

  /**
   * Captures an order that PayPal does not reopen: its payer may have approved it in a window that was closed too early. Returns
   * false if it is certainly not paid, so that a new order may replace it.
   */
  async #mayBePaid(orderId: string, payment: Payment): Promise<boolean> {
    const outcome = await this.#captureOrder(orderId, payment);
    if (outcome.code === 'captured') this.#leave(outcome);
    if (outcome.code === 'no_response') this.#setProgress({ status: 'no_response', payment, orderId });
    return outcome.code === 'captured' || outcome.code === 'no_response';
  }

  async #capture(orderId: string): Promise<void> {
    const { progress } = this.#view;
    const payment = progress.status === 'idle' ? this.#order?.payment : progress.payment;
    if (!payment) return;
    const outcome = await this.#captureOrder(orderId, payment);
    switch (outcome.code) {
      case 'captured':
        return this.#leave(outcome);
      case 'declined':
        if (this.#order?.isReopened === true) this.#order = undefined; // start a new order after a second decline
        return this.#setProgress({ status: 'idle', declined: outcome.sentence });
      case 'no_response':
        return this.#setProgress({ status: 'no_response', payment, orderId });
      case 'refused':
        this.#order = undefined;
        return this.#show({ progress: { status: 'idle' }, alert: { text: outcome.sentence, source: 'other' } });
    }
  }

  async #captureOrder(orderId: string, payment: Payment): Promise<CaptureOutcome> {
    this.#setProgress({ status: 'capturing', payment, orderId });
    rememberOrder(payment, orderId);
    const outcome = await captureOrder(orderId);
    if (outcome.code !== 'no_response') forgetOrder();
    return outcome;
  }

  #leave({ status, url }: { readonly status: string; readonly url: string }): void {
    logInfo('PayPal payment captured', status);
    this.#leavePage(url);
  }

  #fail(problem: unknown): void {
    this.#order = undefined;
    this.#show({ progress: { status: 'idle' }, alert: { text: describeProblem(problem), source: sourceOf(problem) } });
  }

  #setProgress(progress: Progress): void {
    this.#show({ ...this.#view, progress });
  }

  #show(view: FlowView): void {
    this.#view = view;
    this.#subscribers.forEach((subscriber) => subscriber());
  }
}

function firstView(payment: Payment): FlowView {
  const orderId = recallOrder(payment);
  return {
    progress: orderId === undefined ? { status: 'idle' } : { status: 'no_response', payment, orderId },
    alert: undefined,
  };
}

const isSamePayment = (left: Payment, right: Payment): boolean => JSON.stringify(left) === JSON.stringify(right);

function sourceOf(problem: unknown): Alert['source'] {
  if (problem instanceof PayPalProblem) return 'paypal';
  if (problem instanceof ApiError && problem.code === 'sign_in_required') return 'signed_out';
  if (problem instanceof ApiError && problem.code === 'invalid_charity') return 'charity_gone';
  return problem instanceof ApiError && problem.status === 409 ? 'outdated' : 'other';
}

function logInfo(message: string, detail?: string): void {
  // oxlint-disable-next-line eslint/no-console -- spec 4 wants these logged, and they are not warnings
  console.info(detail === undefined ? message : `${message}: ${detail}`);
}
