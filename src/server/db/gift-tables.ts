import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';

export interface SnackRow {
  id: number;
  name: string;
  price_minor: number;
  price_currency: string;
  meals: number;
  position: number;
}

export interface CharityRow {
  id: number;
  name: string;
}

/** What somebody set out to give, with its money frozen at that moment. */
export interface DonationIntentRow extends FrozenMoney {
  id: string;
  donation_id: string;
  idempotency_key: string | null;
  request_hash: string;
  version: number;
  status: PaymentStatus;
  provider: PaymentProvider;
  /** Whoever was signed in at checkout. */
  donor_id: string | null;
  provider_session_id: string | null;
  /** The provider's id of the money itself; null until it is known. */
  provider_payment_id: string | null;
  /** SHA-256 of the key that the browser which made a PayPal order holds; null for all others. */
  browser_key_hash: string | null;
  /** The monthly gift that this payment belongs to; null for one-time gifts. */
  plan_id: string | null;
  checkout_url: string | null;
  expires_at: string;
  charity_id: number;
  label: string;
  items: string;
  meals: number;
  is_recurring: number;
  time_zone: string;
  success_url: string;
  cancel_url: string;
  created_at: string;
  updated_at: string;
}

/** A paid donation. `donor_id` is null until somebody claims it. */
export interface DonationRow extends FrozenMoney {
  id: string;
  intent_id: string;
  donor_id: string | null;
  charity_id: number;
  label: string;
  meals: number;
  is_recurring: number;
  donated_at: string;
  donated_on: string;
  time_zone: string;
}

/** Money of a gift as it was frozen: in the base currency, as it is charged, and the rate between them. */
export interface FrozenMoney {
  amount_minor: number;
  service_fee_minor: number;
  currency: string;
  charge_subtotal_minor: number;
  charge_service_fee_minor: number;
  charge_total_minor: number;
  charge_currency: string;
  exchange_rate: string;
  rates_set_on: string;
}
