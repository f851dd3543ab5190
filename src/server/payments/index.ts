export { applyPaymentEvent, type AppliedEvent } from './apply-payment-event.ts';
export { applyReversal, type AppliedReversal } from './apply-reversal.ts';
export { askForRefund } from './ask-for-refund.ts';
export { captureApproved } from './capture-approved.ts';
export type {
  CardProvider,
  CheckoutSessionRequest,
  FetchedSession,
  OpenedCheckout,
  WebhookReading,
} from './card-provider.ts';
export { chargeOf } from './charge-of.ts';
export { endSubscription } from './end-subscription.ts';
export { bookInvoice, followInvoice } from './follow-invoice.ts';
export { followSubscription, noteSubscription } from './follow-subscription.ts';
export { findTerms, giftColumns, insertPlan } from './plan-queries.ts';
export { confirmPayment } from './confirm-payment.ts';
export { paymentJobs } from './payment-jobs.ts';
export type {
  CapturedOrder,
  CreatedOrder,
  FetchedOrder,
  OrderRequest,
  PayPalMessage,
  PayPalProvider,
  PayPalWebhookReading,
  ReportedPayment,
} from './paypal-provider.ts';
export { createPayPalProvider } from './paypal/paypal-adapter.ts';
export { createStripeProvider } from './stripe/stripe-provider.ts';
export type { SubscriptionProvider } from './subscription-provider.ts';
export { reconcile, type ReconciliationResult, type ReconciliationScope } from './reconcile.ts';
export { writeReversalMail } from './reversal-mail.ts';
export { webhookRoutes } from './webhook-routes.ts';
