import type { ClockView } from './control/actions.ts';
import type { apiFaultSchema, webhookFaultSchema } from './faults.ts';
import type { RecordedPayment } from './control/payment-actions.ts';
import type { DeliveryView, ForgedEvent } from './control/webhooks.ts';
import type { BalanceChangeType, RecordedPayout } from './control/payout-actions.ts';
import type { PayPalEntryCode } from './paypal/account/records.ts';
import type { RecordedWithdrawal } from './control/paypal-account-actions.ts';
import type { RecordedCapture } from './control/paypal-actions.ts';
import type { RecordedSubscription } from './control/subscription-actions.ts';
import type { PayPalDisputeDecision } from './paypal/payments/dispute-capture.ts';
import type { PayPalFunding } from './paypal/records.ts';
import type { DisputeDecision } from './stripe/payments/dispute.ts';
import type { z } from 'zod';

/** A fault for webhooks; only `kind` is required. */
export type WebhookFaultRequest = Pick<z.output<typeof webhookFaultSchema>, 'kind'> &
  Partial<z.output<typeof webhookFaultSchema>>;

/** A fault for API calls; only `kind` is required. */
export type ApiFaultRequest = Pick<z.output<typeof apiFaultSchema>, 'kind'> & Partial<z.output<typeof apiFaultSchema>>;

/** A payer's entries on the hosted page. Missing values default to a card that pays. */
export interface EnteredPayment {
  readonly cardNumber?: string;
  readonly email?: string;
  /** Pays by bank debit instead of by card. The bank then settles the debit or returns it. */
  readonly bankAccount?: 'settles' | 'returns';
}

/** Controls a running sandbox over HTTP. A refused call rejects with the sandbox's message. */
export interface SandboxControl {
  readonly readClock: () => Promise<ClockView>;
  readonly advanceClock: (seconds: number) => Promise<ClockView>;
  readonly readPayments: () => Promise<RecordedPayment[]>;
  readonly settleBankDebit: (paymentIntentId: string, outcome: 'paid' | 'returned') => Promise<{ isSettled: boolean }>;
  /** Refunds an amount in minor units, or all that is left. */
  readonly refund: (paymentIntentId: string, amountMinor?: number) => Promise<{ refundId: string }>;
  /** Has the bank return a refund. */
  readonly failRefund: (refundId: string) => Promise<{ isFailed: boolean }>;
  /**
   * Disputes everything that is left of a payment, or the given amount, which may be more. An inquiry moves no money, and a
   * prevented dispute returns the money immediately. `withdrawnMinor` leaves the balance; it is the disputed amount by default.
   */
  readonly openDispute: (
    paymentIntentId: string,
    options?: {
      readonly kind?: 'dispute' | 'inquiry' | 'prevented';
      readonly amountMinor?: number;
      readonly withdrawnMinor?: number;
    },
  ) => Promise<{ disputeId: string }>;
  /** `returnedMinor` returns to the balance: by default everything if we win, and nothing if we lose. */
  readonly decideDispute: (
    disputeId: string,
    decision: DisputeDecision,
    returnedMinor?: number,
  ) => Promise<{ isDecided: boolean }>;
  readonly warnOfFraud: (paymentIntentId: string) => Promise<{ warningId: string }>;
  /** The merchant's Stripe balance in minor units, by lower-case currency. */
  readonly readBalance: () => Promise<Readonly<Record<string, number>>>;
  /** All payouts to the merchant's bank, oldest first. */
  readonly readPayouts: () => Promise<RecordedPayout[]>;
  /** Starts or stops the daily payouts; a new sandbox makes none. */
  readonly setPayoutSchedule: (interval: 'daily' | 'manual') => Promise<void>;
  /** Pays out the available balance now, one payout per currency. */
  readonly payOut: () => Promise<{ payouts: RecordedPayout[] }>;
  /** Has the bank return a payout. */
  readonly failPayout: (payoutId: string) => Promise<{ isFailed: boolean }>;
  /** Adds a fee, a top-up or a correction to the balance, in minor units; a negative amount takes money from it. */
  readonly changeBalance: (
    type: BalanceChangeType,
    amountMinor: number,
    currency?: string,
  ) => Promise<{ transactionId: string }>;
  /** All subscriptions, oldest first. */
  readonly readSubscriptions: () => Promise<RecordedSubscription[]>;
  /** Makes the next automatic charges of a subscription fail, renewals and retries alike. */
  readonly failNextRenewals: (subscriptionId: string, count: number) => Promise<{ chargesToFail: number }>;
  readonly replaceCard: (subscriptionId: string, cardNumber: string) => Promise<{ paymentMethodId: string }>;
  /** Pauses a subscription as the provider does after the last failed payment. */
  readonly pauseAfterFailure: (subscriptionId: string) => Promise<void>;
  /** Cancels a subscription at the provider. */
  readonly cancelSubscription: (subscriptionId: string) => Promise<void>;
  /** All PayPal captures, oldest first. */
  readonly readCaptures: () => Promise<RecordedCapture[]>;
  readonly approveOrder: (orderId: string, funding?: PayPalFunding, payerEmail?: string) => Promise<void>;
  readonly settleCheck: (captureId: string, outcome: 'cleared' | 'bounced') => Promise<{ isSettled: boolean }>;
  readonly refundCapture: (captureId: string, amountMinor?: number) => Promise<{ refundId: string }>;
  /** Disputes everything that is left of a capture, or the given amount. `listsMovements: false` hides the dispute's movements. */
  readonly openPayPalDispute: (
    captureId: string,
    options?: {
      readonly kind?: 'dispute' | 'inquiry';
      readonly amountMinor?: number;
      readonly listsMovements?: boolean;
    },
  ) => Promise<{ disputeId: string }>;
  /** `returnedMinor` returns to the merchant: by default nothing if the buyer wins, and otherwise everything. */
  readonly decidePayPalDispute: (
    disputeId: string,
    decision: PayPalDisputeDecision,
    returnedMinor?: number,
  ) => Promise<{ isDecided: boolean }>;
  /** The merchant's PayPal balance in minor units, by lower-case currency, including money on hold. It does not lag. */
  readonly readPayPalBalance: () => Promise<Readonly<Record<string, number>>>;
  /** All withdrawals to the merchant's bank, oldest first. */
  readonly readWithdrawals: () => Promise<RecordedWithdrawal[]>;
  /** Withdraws the available balance at PayPal, one withdrawal per currency. */
  readonly withdraw: () => Promise<{ withdrawals: RecordedWithdrawal[] }>;
  /** Has the bank send a withdrawal back. */
  readonly returnWithdrawal: (withdrawalId: string) => Promise<{ isReturned: boolean }>;
  /** Adds a fee, a hold or another entry to the PayPal account, in minor units; a negative amount takes money from it. */
  readonly changePayPalBalance: (
    code: PayPalEntryCode,
    amountMinor: number,
    currency?: string,
  ) => Promise<{ transactionId: string }>;
  readonly armWebhookFault: (fault: WebhookFaultRequest) => Promise<{ faultId: string }>;
  readonly armApiFault: (fault: ApiFaultRequest) => Promise<{ faultId: string }>;
  /** Takes a permission such as `charge_read` from the merchant's key, until the faults are cleared. */
  readonly takePermission: (permission: string) => Promise<{ faultId: string }>;
  readonly clearFaults: () => Promise<void>;
  /** Releases the held webhooks of one event, or all of them. */
  readonly releaseWebhooks: (eventId?: string) => Promise<{ releasedCount: number }>;
  readonly resendWebhook: (eventId: string) => Promise<void>;
  /** Sends all waiting webhooks now. Resolves to those that were not accepted. */
  readonly deliverWebhooks: () => Promise<DeliveryView[]>;
  readonly readDeliveries: () => Promise<DeliveryView[]>;
  readonly forgeEvent: (event: ForgedEvent) => Promise<{ eventId: string }>;
  readonly reset: () => Promise<void>;
  /** Submits the hosted page of a session as a browser would, without following the redirect. */
  readonly submitPayment: (checkoutSessionId: string, entered?: EnteredPayment) => Promise<Response>;
  /** Completes or fails the confirmation step that some cards require. */
  readonly decideConfirmation: (checkoutSessionId: string, decision: 'complete' | 'fail') => Promise<Response>;
}

/** Creates a control for the sandbox at this URL. */
export function controlSandbox(url: string): SandboxControl {
  const read = async <T>(path: string): Promise<T> => parseResponse<T>(await fetch(`${url}/_sandbox/${path}`));
  const post = async <T>(path: string, body: object = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    return parseResponse<T>(
      await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  };
  const submit = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return {
    readClock: () => read('clock'),
    advanceClock: (seconds) => post('clock/advance', { seconds }),
    readPayments: async () => (await read<{ payments: RecordedPayment[] }>('records')).payments,
    settleBankDebit: (paymentIntentId, outcome) => post('bank-debits/settle', { paymentIntentId, outcome }),
    refund: (paymentIntentId, amountMinor) => post('refunds', { paymentIntentId, amountMinor }),
    failRefund: (refundId) => post('refunds/fail', { refundId }),
    openDispute: (paymentIntentId, options = {}) => post('disputes', { paymentIntentId, ...options }),
    decideDispute: (disputeId, decision, returnedMinor) =>
      post('disputes/decide', { disputeId, decision, returnedMinor }),
    warnOfFraud: (paymentIntentId) => post('fraud-warnings', { paymentIntentId }),
    readBalance: async () => (await read<{ balance: Record<string, number> }>('records')).balance,
    ...payoutControl(read, post),
    readSubscriptions: async () => (await read<{ subscriptions: RecordedSubscription[] }>('records')).subscriptions,
    failNextRenewals: (subscriptionId, count) => post('subscriptions/fail-charges', { subscriptionId, count }),
    replaceCard: (subscriptionId, cardNumber) => post('subscriptions/replace-card', { subscriptionId, cardNumber }),
    pauseAfterFailure: (subscriptionId) => post('subscriptions/pause', { subscriptionId }),
    cancelSubscription: (subscriptionId) => post('subscriptions/cancel', { subscriptionId }),
    readCaptures: async () => (await read<{ captures: RecordedCapture[] }>('records')).captures,
    approveOrder: (orderId, funding, payerEmail) => post('paypal/approve', { orderId, funding, payerEmail }),
    settleCheck: (captureId, outcome) => post('paypal/settle-check', { captureId, outcome }),
    refundCapture: (captureId, amountMinor) => post('paypal/refund', { captureId, amountMinor }),
    openPayPalDispute: (captureId, options = {}) => post('paypal/disputes', { captureId, ...options }),
    decidePayPalDispute: (disputeId, decision, returnedMinor) =>
      post('paypal/disputes/decide', { disputeId, decision, returnedMinor }),
    ...paypalAccountControl(read, post),
    armWebhookFault: (fault) => post('faults/webhook', fault),
    armApiFault: (fault) => post('faults/api', fault),
    takePermission: (permission) => post('faults/permission', { permission }),
    clearFaults: () => post('faults/clear'),
    releaseWebhooks: (eventId) => post('webhooks/release', { eventId }),
    resendWebhook: (eventId) => post('webhooks/resend', { eventId }),
    deliverWebhooks: async () => (await post<{ unfinished: DeliveryView[] }>('webhooks/deliver')).unfinished,
    readDeliveries: async () => (await read<{ deliveries: DeliveryView[] }>('webhooks')).deliveries,
    forgeEvent: (event) => post('webhooks/forge', event),
    reset: () => post('reset'),
    submitPayment: (id, entered = {}) => submit(`/c/pay/${id}`, formOf(entered)),
    decideConfirmation: (id, decision) => submit(`/c/pay/${id}/confirm`, { decision }),
  };
}

type PayoutControl = Pick<
  SandboxControl,
  'readPayouts' | 'setPayoutSchedule' | 'payOut' | 'failPayout' | 'changeBalance'
>;

const payoutControl = (
  read: <T>(path: string) => Promise<T>,
  post: <T>(path: string, body?: object) => Promise<T>,
): PayoutControl => ({
  readPayouts: async () => (await read<{ payouts: RecordedPayout[] }>('records')).payouts,
  setPayoutSchedule: (interval) => post('payouts/schedule', { interval }),
  payOut: () => post('payouts'),
  failPayout: (payoutId) => post('payouts/fail', { payoutId }),
  changeBalance: (type, amountMinor, currency) => post('balance-transactions', { type, amountMinor, currency }),
});

type PayPalAccountControl = Pick<
  SandboxControl,
  'readPayPalBalance' | 'readWithdrawals' | 'withdraw' | 'returnWithdrawal' | 'changePayPalBalance'
>;

const paypalAccountControl = (
  read: <T>(path: string) => Promise<T>,
  post: <T>(path: string, body?: object) => Promise<T>,
): PayPalAccountControl => ({
  readPayPalBalance: async () => (await read<{ paypalBalance: Record<string, number> }>('records')).paypalBalance,
  readWithdrawals: async () => (await read<{ withdrawals: RecordedWithdrawal[] }>('records')).withdrawals,
  withdraw: () => post('paypal/withdrawals'),
  returnWithdrawal: (withdrawalId) => post('paypal/withdrawals/return', { withdrawalId }),
  changePayPalBalance: (code, amountMinor, currency) => post('paypal/entries', { code, amountMinor, currency }),
});

function formOf(entered: EnteredPayment): Record<string, string> {
  const email = entered.email ?? 'donor@example.org';
  if (entered.bankAccount !== undefined) return { email, method: 'bank_debit', bankAccount: entered.bankAccount };
  return {
    email,
    method: 'card',
    cardNumber: entered.cardNumber ?? '4242424242424242',
    expirationDate: '12/40',
    cvc: '123',
    cardholderName: 'Test Donor',
  };
}

async function parseResponse<T>(response: Response): Promise<T> {
  const body = await response.json();
  if (!response.ok) throw new Error(`The sandbox returned ${response.status}: ${JSON.stringify(body)}`);
  return body as T;
}
