import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { ProviderUnavailable } from './provider.ts';

/** Something that our key at a provider must be allowed to do. */
export interface ProviderPermission {
  readonly provider: PaymentProvider;
  /** The provider's id for it. */
  readonly id: string;
  /** Its name in the provider's settings. */
  readonly name: string;
  /** The level to choose in the settings of a Stripe key; PayPal's features have none. */
  readonly access?: 'Read' | 'Write';
  /** The effect if the permission is missing, as a clause for use after "so". */
  readonly effect: string;
}

/**
 * The permissions that Stripe's restricted keys need; an unrestricted key has them all. The ids are those in Stripe's errors,
 * without `rak_`.
 */
export const stripePermissions = {
  checkoutSessions: stripe('checkout_session_write', 'Checkout Sessions', 'no one can pay by card'),
  paymentIntents: stripe('payment_intent_read', 'PaymentIntents', 'recovered payments get the time of their checkout'),
  charges: stripe(
    'charge_write',
    'Charges and Refunds',
    'no refund can be made or found, and processing fees are not booked',
  ),
  balanceTransactions: stripe(
    'balance_transaction_source_read',
    'Balance Transaction Sources',
    'processing fees are not booked',
  ),
  balance: stripe('balance_read', 'Balance', "Stripe's balance is not compared with the ledger"),
  payouts: stripe('payout_read', 'Payouts', "Stripe's payouts to the bank are not booked"),
  disputes: stripe('dispute_read', 'Disputes', 'disputes and their fees are not booked'),
  events: stripe('event_read', 'Events', 'payments whose message was lost may not be found'),
  subscriptions: stripe('subscription_write', 'Subscriptions', 'no one can donate monthly'),
  products: stripe('product_write', 'Products', 'no one can donate monthly'),
  prices: stripe('plan_write', 'Prices', 'no one can donate monthly'),
  invoices: stripe(
    'invoice_write',
    'Invoices',
    'monthly payments cannot be recorded, nor stopped when a charity is retired',
  ),
  paymentMethods: stripe('payment_method_read', 'PaymentMethods', 'monthly donations cannot be shown or changed'),
  customerPortal: stripe('customer_portal_write', 'Customer portal', 'monthly donors cannot replace their card'),
  webhookEndpoints: stripe('webhook_read', 'Webhook Endpoints', '`npm run doctor` cannot check the webhook'),
} as const satisfies Readonly<Record<string, ProviderPermission>>;

/** The features that a PayPal app needs beyond its defaults. */
export const paypalPermissions = {
  transactionSearch: {
    provider: 'paypal',
    id: 'transaction_search',
    name: 'Transaction search',
    effect:
      "PayPal's processing fees and payouts to the bank are not booked, its balance is not compared with the ledger, and a restore finds only the last 30 days of PayPal's payments and refunds",
  },
  balances: {
    provider: 'paypal',
    id: 'account_balances',
    name: 'Transaction search',
    effect: "PayPal's balance is not compared with the ledger",
  },
  disputes: {
    provider: 'paypal',
    id: 'customer_disputes',
    name: 'Customer disputes',
    effect: "PayPal's disputes are not booked",
  },
} as const satisfies Readonly<Record<string, ProviderPermission>>;

function stripe(id: string, name: string, effect: string): ProviderPermission {
  return { provider: 'stripe', id, name, access: id.endsWith('_write') ? 'Write' : 'Read', effect };
}

/** Returns one sentence about the missing permission and its effect, and one about what to do. */
export function describeMissing({ provider, name, access, effect }: ProviderPermission): string {
  return provider === 'stripe'
    ? `The Stripe key lacks the permission "${name}: ${access}", so ${effect}. Edit the key on Stripe's page Developers > API keys.`
    : `The PayPal app lacks the feature "${name}", so ${effect}. Enable it for the app on developer.paypal.com; PayPal may take up to nine hours to apply it.`;
}

/** Thrown if our key may not read a list or a balance. */
export class PermissionMissing extends ProviderUnavailable {
  readonly permission: ProviderPermission;

  constructor(permission: ProviderPermission, options?: ErrorOptions) {
    super(describeMissing(permission), options);
    this.permission = permission;
  }
}
