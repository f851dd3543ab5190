import { advanceClock } from '#sandbox/follow-clock.ts';
import { paymentFormSchema, readPaymentForm } from '#sandbox/pages/payment-form.ts';
import { approveOrder } from '#sandbox/paypal/payments/approve-order.ts';
import { captureOrder } from '#sandbox/paypal/payments/capture-order.ts';
import { refundCapture } from '#sandbox/paypal/payments/refund-capture.ts';
import { toMoney } from '#sandbox/paypal/money.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { ChargeRecord } from '#sandbox/stripe/records.ts';
import { attemptPayment } from '#sandbox/stripe/payments/attempt-payment.ts';
import { createRefund, failRefund } from '#sandbox/stripe/payments/refund.ts';
import { decideDispute, openDispute } from '#sandbox/stripe/payments/dispute.ts';
import { checkoutBody } from './checkout-body.ts';
import { orderBody } from './paypal-calls.ts';

/** The product as its donors use it. */
export interface VisitedProduct {
  /** Origin of the product's pages. */
  readonly siteOrigin: string;
  /** Sends a request as a signed-in donor's page does; resolves to the response. */
  readonly post: (path: string, body: object) => Promise<unknown>;
}

/** Number of webhooks per batch of donations. */
export const webhooksPerBatch = 40;

/** Number of payments per batch: five by card, three by PayPal, and four months of a plan. */
export const paymentsPerBatch = 12;

/**
 * Opens batches of donations at the product, and pays, renews, refunds and disputes them at the sandbox. The caller keeps the
 * sandbox from delivering the webhooks.
 */
export async function createMoneyMovements(sandbox: Sandbox, batches: number, product: VisitedProduct): Promise<void> {
  const remaining = Array.from({ length: batches }).values(); // shared, so each batch is made once
  const makeBatches = async (): Promise<void> => {
    for (const _batch of remaining) await makeBatch(sandbox, product);
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, makeBatches));
  for (let month = 0; month < renewals; month += 1) advanceClock(sandbox, monthSeconds);
  const payments = [...sandbox.store.paymentIntents.values()];
  for (const { latestInvoiceId } of sandbox.store.subscriptions.values()) {
    const renewal = payments.find(({ invoiceId }) => invoiceId === latestInvoiceId);
    refund(sandbox, chargeOf(sandbox, renewal?.id), 100);
  }
}

const batchesAtOnce = 8;
const renewals = 3;
const monthSeconds = 31 * 24 * 60 * 60;

async function makeBatch(sandbox: Sandbox, product: VisitedProduct): Promise<void> {
  for (const followUp of cardFollowUps) {
    const sessionId = await payByCard(sandbox, product, { recurring: false });
    followUp(sandbox, sandbox.store.checkoutSessions.get(sessionId)?.paymentIntentId ?? '');
  }
  for (const refundsMinor of paypalRefunds) await payWithPayPal(sandbox, product, refundsMinor);
  await payByCard(sandbox, product, { recurring: true });
}

/** What follows each card payment of a batch, one function per payment. */
const cardFollowUps: readonly ((sandbox: Sandbox, paymentId: string) => void)[] = [
  () => undefined,
  (sandbox, paymentId) => void refund(sandbox, chargeOf(sandbox, paymentId), null),
  (sandbox, paymentId) => {
    const failedRefundId = refund(sandbox, chargeOf(sandbox, paymentId), 200);
    refund(sandbox, chargeOf(sandbox, paymentId), 24);
    failRefund(sandbox, failedRefundId);
    refund(sandbox, chargeOf(sandbox, paymentId), 300);
  },
  (sandbox, paymentId) => void decideDispute(sandbox, dispute(sandbox, paymentId), 'won'),
  (sandbox, paymentId) => {
    refund(sandbox, chargeOf(sandbox, paymentId), 24);
    decideDispute(sandbox, dispute(sandbox, paymentId), 'lost');
  },
];

/** The refunds of each PayPal payment of a batch, in minor units and in order. */
const paypalRefunds: readonly (readonly number[])[] = [[], [100, 50], [24, 100, 400]];

async function payByCard(
  sandbox: Sandbox,
  { post, siteOrigin }: VisitedProduct,
  donation: { readonly recurring: boolean },
): Promise<string> {
  const request = { successUrl: `${siteOrigin}/donation-success`, cancelUrl: `${siteOrigin}/#donate` };
  const { url } = (await post('/api/create-checkout-session', checkoutBody({ donation, request }))) as { url: string };
  const session = sandbox.store.checkoutSessions.get(new URL(url).pathname.split('/').at(-1) ?? '');
  if (!session) throw new Error(`the sandbox has no session at ${url}`);
  const read = readPaymentForm(paymentFormSchema.parse(typedForm), session, sandbox.clock.nowSeconds());
  if (read.code === 'invalid') throw new Error('the card form was filled in incorrectly');
  const { code } = attemptPayment(sandbox, session.id, read.attempt);
  if (code !== 'complete') throw new Error(`the payment of ${session.id} was not completed: ${code}`);
  return session.id;
}

const typedForm = {
  email: 'donor@example.org',
  cardNumber: '4242424242424242',
  expirationDate: '12/40',
  cvc: '123',
  cardholderName: 'Test Donor',
};

/** Pays as if the browser crashed after the approval: PayPal collects the money, and only webhooks report it. */
async function payWithPayPal(
  sandbox: Sandbox,
  { post }: VisitedProduct,
  refundsMinor: readonly number[],
): Promise<void> {
  const { id } = (await post('/paypal/order', orderBody())) as { id: string };
  if (!approveOrder(sandbox, id, { funding: 'balance', payerEmail: 'payer@example.org' }))
    throw new Error(`the sandbox has no order ${id}`);
  const { paypalOrders, paypalCaptures } = sandbox.store;
  const captured = captureOrder(sandbox, paypalOrders.get(id)!);
  for (const amountMinor of refundsMinor) {
    const capture = paypalCaptures.get(captured.captureId ?? '')!;
    refundCapture(sandbox, capture, toMoney(amountMinor, capture.amount.currency_code), null);
  }
}

/** Refunds an amount in minor units, or the remaining amount. Returns the refund's id. */
const refund = (sandbox: Sandbox, charge: ChargeRecord, amountMinor: number | null): string =>
  createRefund(sandbox, { charge, amountMinor, reason: 'requested_by_customer', metadata: {} }, null).id;

/** Disputes the remaining amount. Returns the dispute's id. */
function dispute(sandbox: Sandbox, paymentId: string): string {
  const charge = chargeOf(sandbox, paymentId);
  return openDispute(sandbox, { charge, amountMinor: null, kind: 'dispute', reason: 'fraudulent' }).id;
}

function chargeOf({ store }: Sandbox, paymentId = ''): ChargeRecord {
  const charge = store.charges.get(store.paymentIntents.get(paymentId)?.chargeIds.at(-1) ?? '');
  if (!charge) throw new Error(`the sandbox has no charge of ${paymentId}`);
  return charge;
}
