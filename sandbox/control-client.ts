import type { ClockView } from './operator/actions.ts';
import type { apiFaultSchema, webhookFaultSchema } from './operator/arm-fault.ts';
import type { BookedPayment } from './operator/books.ts';
import type { DeliveryView } from './operator/deliveries.ts';
import type { ForgedEvent } from './operator/forge-event.ts';
import type { BookedCapture } from './operator/paypal-actions.ts';
import type { BookedSubscription } from './operator/subscription-actions.ts';
import type { PayPalFunding } from './state/paypal-records.ts';
import type { DisputeDecision } from './stripe-payments/dispute.ts';
import type { z } from 'zod';

/** A fault for webhooks; only `kind` is required. */
export type WebhookFaultRequest = Pick<z.output<typeof webhookFaultSchema>, 'kind'> &
  Partial<z.output<typeof webhookFaultSchema>>;

/** A fault for API calls; only `kind` is required. */
export type ApiFaultRequest = Pick<z.output<typeof apiFaultSchema>, 'kind'> & Partial<z.output<typeof apiFaultSchema>>;

/** What somebody types on the hosted page; what is left out is typed well. */
export interface TypedPayment {
  readonly cardNumber?: string;
  readonly email?: string;
  /** Pays by bank debit instead of the card, with the account that settles or the one that is returned. */
  readonly bankAccount?: 'settles' | 'returns';
}

/** Everything that tests do to a running sandbox. A refused call rejects with the sandbox's sentence. */
export interface SandboxControl {
  readonly readClock: () => Promise<ClockView>;
  readonly advanceClock: (seconds: number) => Promise<ClockView>;
  readonly readBooks: () => Promise<BookedPayment[]>;
  readonly settleBankDebit: (paymentIntentId: string, outcome: 'paid' | 'returned') => Promise<{ isSettled: boolean }>;
  /** Refunds an amount in minor units, or all that is left. */
  readonly refund: (paymentIntentId: string, amountMinor?: number) => Promise<{ refundId: string }>;
  /** Has the bank send a refund back. */
  readonly failRefund: (refundId: string) => Promise<{ isFailed: boolean }>;
  /** Disputes all that is left of a payment unless told otherwise; an inquiry moves no money. */
  readonly openDispute: (
    paymentIntentId: string,
    options?: { readonly kind?: 'dispute' | 'inquiry'; readonly amountMinor?: number },
  ) => Promise<{ disputeId: string }>;
  readonly decideDispute: (disputeId: string, decision: DisputeDecision) => Promise<{ isDecided: boolean }>;
  readonly warnOfFraud: (paymentIntentId: string) => Promise<{ warningId: string }>;
  /** What Stripe's balance holds for the merchant, in minor units by lower-case currency. */
  readonly readBalance: () => Promise<Readonly<Record<string, number>>>;
  /** Monthly charges as the sandbox's own books have them. */
  readonly subscriptions: () => Promise<BookedSubscription[]>;
  /** Has the next automatic charges of a subscription fail, renewals and retries alike. */
  readonly failNextRenewals: (subscriptionId: string, count: number) => Promise<{ chargesToFail: number }>;
  readonly replaceCard: (subscriptionId: string, cardNumber: string) => Promise<{ paymentMethodId: string }>;
  /** Ends a subscription as somebody would at the provider. */
  readonly cancelSubscription: (subscriptionId: string) => Promise<void>;
  /** PayPal's captures as the sandbox's own books have them. */
  readonly readCaptures: () => Promise<BookedCapture[]>;
  readonly approveOrder: (orderId: string, funding?: PayPalFunding) => Promise<void>;
  readonly settleCheck: (captureId: string, outcome: 'cleared' | 'bounced') => Promise<{ isSettled: boolean }>;
  readonly refundCapture: (captureId: string, amountMinor?: number) => Promise<{ refundId: string }>;
  readonly armWebhookFault: (fault: WebhookFaultRequest) => Promise<{ faultId: string }>;
  readonly armApiFault: (fault: ApiFaultRequest) => Promise<{ faultId: string }>;
  readonly clearFaults: () => Promise<void>;
  /** Lets held webhooks go: those of one event, or all. */
  readonly releaseWebhooks: (eventId?: string) => Promise<{ releasedCount: number }>;
  readonly resendWebhook: (eventId: string) => Promise<void>;
  /** Tries all waiting webhooks now; answers when each was tried, with those that were not taken. */
  readonly deliverWebhooks: () => Promise<DeliveryView[]>;
  readonly readDeliveries: () => Promise<DeliveryView[]>;
  readonly forgeEvent: (event: ForgedEvent) => Promise<{ eventId: string }>;
  readonly reset: () => Promise<void>;
  /** Submits the hosted page of a session as a browser without scripts would; the answer is not followed. */
  readonly submitPayment: (checkoutSessionId: string, typed?: TypedPayment) => Promise<Response>;
  /** Ends the confirmation step that some cards ask for. */
  readonly decideConfirmation: (checkoutSessionId: string, decision: 'complete' | 'fail') => Promise<Response>;
}

/** Makes the control of the sandbox at this address. */
export function controlSandbox(url: string): SandboxControl {
  const read = async <T>(path: string): Promise<T> => answered<T>(await fetch(`${url}/_sandbox/${path}`));
  const post = async <T>(path: string, body: object = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    return answered<T>(await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
  };
  const submit = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return {
    readClock: () => read('clock'),
    advanceClock: (seconds) => post('clock/advance', { seconds }),
    readBooks: async () => (await read<{ payments: BookedPayment[] }>('books')).payments,
    settleBankDebit: (paymentIntentId, outcome) => post('bank-debits/settle', { paymentIntentId, outcome }),
    refund: (paymentIntentId, amountMinor) => post('refunds', { paymentIntentId, amountMinor }),
    failRefund: (refundId) => post('refunds/fail', { refundId }),
    openDispute: (paymentIntentId, options = {}) => post('disputes', { paymentIntentId, ...options }),
    decideDispute: (disputeId, decision) => post('disputes/decide', { disputeId, decision }),
    warnOfFraud: (paymentIntentId) => post('fraud-warnings', { paymentIntentId }),
    readBalance: async () => (await read<{ balance: Record<string, number> }>('books')).balance,
    subscriptions: async () => (await read<{ subscriptions: BookedSubscription[] }>('books')).subscriptions,
    failNextRenewals: (subscriptionId, count) => post('subscriptions/fail-charges', { subscriptionId, count }),
    replaceCard: (subscriptionId, cardNumber) => post('subscriptions/replace-card', { subscriptionId, cardNumber }),
    cancelSubscription: (subscriptionId) => post('subscriptions/cancel', { subscriptionId }),
    readCaptures: async () => (await read<{ captures: BookedCapture[] }>('books')).captures,
    approveOrder: (orderId, funding) => post('paypal/approve', { orderId, funding }),
    settleCheck: (captureId, outcome) => post('paypal/settle-check', { captureId, outcome }),
    refundCapture: (captureId, amountMinor) => post('paypal/refund', { captureId, amountMinor }),
    armWebhookFault: (fault) => post('faults/webhook', fault),
    armApiFault: (fault) => post('faults/api', fault),
    clearFaults: () => post('faults/clear'),
    releaseWebhooks: (eventId) => post('webhooks/release', { eventId }),
    resendWebhook: (eventId) => post('webhooks/resend', { eventId }),
    deliverWebhooks: async () => (await post<{ unfinished: DeliveryView[] }>('webhooks/deliver')).unfinished,
    readDeliveries: async () => (await read<{ deliveries: DeliveryView[] }>('webhooks')).deliveries,
    forgeEvent: (event) => post('webhooks/forge', event),
    reset: () => post('reset'),
    submitPayment: (id, typed = {}) => submit(`/c/pay/${id}`, formOf(typed)),
    decideConfirmation: (id, decision) => submit(`/c/pay/${id}/confirm`, { decision }),
  };
}

function formOf(typed: TypedPayment): Record<string, string> {
  const email = typed.email ?? 'donor@example.org';
  if (typed.bankAccount !== undefined) return { email, method: 'bank_debit', bankAccount: typed.bankAccount };
  return {
    email,
    method: 'card',
    cardNumber: typed.cardNumber ?? '4242424242424242',
    expirationDate: '12/40',
    cvc: '123',
    cardholderName: 'Test Donor',
  };
}

async function answered<T>(response: Response): Promise<T> {
  const body = await response.json();
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${JSON.stringify(body)}`);
  return body as T;
}
