import { ApiError } from '#web/api.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { logFact } from './log-fact.ts';
import { captureOrder, requestOrder } from './orders.ts';
import type { Payment } from './payment.ts';
import { describeProblem, PayPalProblem, toPayPalProblem } from './problem.ts';
import type { PaymentListener, PaymentSession } from './web-sdk.ts';

/** How far a payment is. From the click on it is of one gift in one currency, whatever the page could show meanwhile. */
export type Progress =
  | { readonly status: 'idle'; readonly declined?: string }
  | { readonly status: 'approving'; readonly payment: Payment }
  | { readonly status: 'capturing'; readonly payment: Payment; readonly orderId: string }
  /** Approved, and then no answer to the capture: only asking again can tell. */
  | { readonly status: 'unanswered'; readonly payment: Payment; readonly orderId: string };

/** What went wrong, in words, and whose word it is: `outdated` when the server knows other prices than the page. */
export interface Alert {
  readonly text: string;
  readonly source: 'paypal' | 'outdated' | 'other';
}

/** What the page shows of the flow. */
export interface FlowView {
  readonly progress: Progress;
  readonly alert: Alert | undefined;
}

/** The order of the last click. It is opened again as long as the figures are the same, so that no order is paid twice. */
interface KeptOrder {
  readonly payment: Payment;
  readonly promise: Promise<{ readonly orderId: string }>;
  readonly isReopened: boolean;
}

/** The way of a payment from the click over PayPal's window to the thank-you page (spec 4, PayPal flow). One for each visit. */
export class PaymentFlow {
  readonly #leavePage: LeavePage;
  readonly #watchers = new Set<() => void>();
  #view: FlowView = nothingYet;
  #order: KeptOrder | undefined;

  constructor(leavePage: LeavePage) {
    this.#leavePage = leavePage;
  }

  readonly read = (): FlowView => this.#view;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** What PayPal's script is to call. */
  readonly listener: PaymentListener = {
    onApprove: async ({ orderId }) => this.#capture(orderId),
    onCancel: () => {
      logFact('PayPal payment canceled');
      if (this.#view.progress.status === 'approving') this.#move({ status: 'idle' });
    },
    onError: (problem) => void this.#hearProblem(problem),
    onComplete: ({ paymentSessionState }) => logFact('PayPal session completed', paymentSessionState),
  };

  /** Starts a payment. Must run inside the click, and waits for nothing before PayPal's window is asked for. */
  async start(session: PaymentSession, payment: Payment): Promise<void> {
    if (this.#view.progress.status !== 'idle') return; // the second of two quick clicks
    this.#move({ status: 'approving', payment });
    const order = this.#orderFor(payment);
    const isCurrent = (): boolean => this.#order?.promise === order; // what fails late may be of an order given up before
    // Heard before PayPal's script can report it in its own words.
    order.catch((problem: unknown) => isCurrent() && this.#giveUp(problem));
    try {
      await session.start({ presentationMode: 'auto' }, order);
    } catch (problem) {
      if (isCurrent()) await this.#hearProblem(problem);
    }
  }

  /** Asks again for an approved payment whose capture was not answered. */
  async finish(): Promise<void> {
    if (this.#view.progress.status === 'unanswered') await this.#capture(this.#view.progress.orderId);
  }

  closeAlert(): void {
    this.#show({ ...this.#view, alert: undefined });
  }

  /** Begins anew, on a page that the back button brought back as it was left. */
  readonly reset = (): void => {
    this.#order = undefined;
    this.#show(nothingYet);
  };

  #orderFor(payment: Payment): KeptOrder['promise'] {
    const isSame = this.#order && isSamePayment(this.#order.payment, payment);
    const promise = isSame && this.#order ? this.#order.promise : requestOrder(payment);
    this.#order = { payment, promise, isReopened: isSame === true };
    return promise;
  }

  /** PayPal may report one problem twice, and may report one that we gave it. */
  async #hearProblem(problem: unknown): Promise<void> {
    const { progress } = this.#view;
    if (progress.status !== 'approving') return;
    const order = this.#order?.isReopened === true ? await this.#order.promise : undefined;
    if (order && (await this.#wasPaid(order.orderId, progress.payment))) return;
    this.#giveUp(toPayPalProblem(problem));
  }

  /** An order that cannot be opened a second time may be paid: approved in a window that was closed too soon. */
  async #wasPaid(orderId: string, payment: Payment): Promise<boolean> {
    this.#move({ status: 'capturing', payment, orderId });
    const outcome = await captureOrder(orderId);
    if (outcome.code === 'captured') this.#leave(outcome);
    return outcome.code === 'captured';
  }

  async #capture(orderId: string): Promise<void> {
    const { progress } = this.#view;
    const payment = progress.status === 'idle' ? this.#order?.payment : progress.payment;
    if (!payment) return;
    this.#move({ status: 'capturing', payment, orderId });
    const outcome = await captureOrder(orderId);
    switch (outcome.code) {
      case 'captured':
        return this.#leave(outcome);
      case 'declined':
        if (this.#order?.isReopened === true) this.#order = undefined; // an order that stays declined is not tried forever
        return this.#move({ status: 'idle', declined: outcome.sentence });
      case 'unanswered':
        return this.#move({ status: 'unanswered', payment, orderId });
      case 'refused':
        this.#order = undefined;
        return this.#show({ progress: { status: 'idle' }, alert: { text: outcome.sentence, source: 'other' } });
    }
  }

  #leave({ status, url }: { readonly status: string; readonly url: string }): void {
    logFact('PayPal payment captured', status);
    this.#leavePage(url);
  }

  #giveUp(problem: unknown): void {
    this.#order = undefined;
    this.#show({ progress: { status: 'idle' }, alert: { text: describeProblem(problem), source: sourceOf(problem) } });
  }

  #move(progress: Progress): void {
    this.#show({ ...this.#view, progress });
  }

  #show(view: FlowView): void {
    this.#view = view;
    this.#watchers.forEach((watcher) => watcher());
  }
}

const nothingYet: FlowView = { progress: { status: 'idle' }, alert: undefined };

/** Figures in the same currency for the same gift make the same order. */
const isSamePayment = (left: Payment, right: Payment): boolean => JSON.stringify(left) === JSON.stringify(right);

function sourceOf(problem: unknown): Alert['source'] {
  if (problem instanceof PayPalProblem) return 'paypal';
  return problem instanceof ApiError && problem.status === 409 ? 'outdated' : 'other';
}
