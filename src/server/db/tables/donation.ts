import type { CurrencyCode } from '#domain/money/currency.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';

/** A snack that donations refer to, with its first price and meals; the published catalogue has the current ones. */
export interface SnackRow {
  id: number;
  name: string;
  price_minor: number;
  price_currency: CurrencyCode;
  meals: number;
  position: number;
}

/** A charity that donations and payouts refer to. The published catalogue has the current name. */
export interface CharityRow {
  id: number;
  /** Its first name, which donations of earlier releases show. Its id follows the name of a charity that staff have added. */
  name: string;
}

/** The money of a donation, frozen: in the base currency, in the charge currency, and the rate between them. */
export interface FrozenMoney {
  amount_minor: number;
  service_fee_minor: number;
  currency: CurrencyCode;
  charge_subtotal_minor: number;
  charge_service_fee_minor: number;
  charge_total_minor: number;
  charge_currency: CurrencyCode;
  exchange_rate: string;
  rates_set_on: string;
}

/** A donation before it is paid. */
export interface DonationIntentRow extends FrozenMoney {
  id: string;
  donation_id: string;
  /** Null for renewals and rebuilt intents, without a key in the request, and after a later intent has used the key. */
  idempotency_key: string | null;
  request_hash: string;
  version: number;
  status: PaymentStatus;
  provider: PaymentProvider;
  /** The user who was signed in at checkout; null for a guest. */
  donor_id: string | null;
  provider_session_id: string | null;
  /** The number in the provider's idempotency key for the session. It advances when the provider refuses the key for good. */
  session_number: number;
  /** The provider's id of the payment; null until it is known. */
  provider_payment_id: string | null;
  /** SHA-256 of the key of the browser that started the checkout or created the order; null if no browser is known. */
  browser_key_hash: string | null;
  /** The plan that this payment belongs to; null for one-time donations. */
  plan_id: string | null;
  checkout_url: string | null;
  expires_at: string;
  charity_id: number;
  /** The name of the charity at that time; null in rows of earlier releases. */
  frozen_charity_name: string | null;
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

/** A settled donation. `donor_id` is null until the donation is claimed. */
export interface DonationRow extends FrozenMoney {
  id: string;
  intent_id: string;
  donor_id: string | null;
  charity_id: number;
  /** The name of the charity at that time; null in rows of earlier releases. */
  frozen_charity_name: string | null;
  label: string;
  meals: number;
  is_recurring: number;
  donated_at: string;
  /** The donor's day, in `time_zone`. */
  donated_on: string;
  /** The zone of that day: the intent's, or that of another donation of the donor within 24 hours. */
  time_zone: string;
}

/** When a donation was claimed. Those claimed before this was recorded have no row. */
export interface DonationClaimRow {
  donation_id: string;
  claimed_at: string;
}

/** A note that a member of the team wrote about a donation or a payment. Notes are never changed. */
export interface DonationNoteRow {
  id: string;
  intent_id: string;
  note: string;
  /** The author's account. */
  written_by: string;
  written_at: string;
  /** A repeated request with the same key adds no second note; null without a key. */
  request_key: string | null;
}

/** A monthly donation. */
export interface PlanRow {
  id: string;
  donor_id: string;
  /** The first payment. */
  intent_id: string;
  provider: 'stripe';
  subscription_id: string | null;
  customer_id: string | null;
  /** As the provider last reported it. */
  status: 'starting' | 'active' | 'past_due' | 'paused' | 'ended';
  /** The `plan_terms` in force. */
  terms_number: number;
  next_charge_at: string | null;
  paused_until: string | null;
  card: string | null;
  /** The `next_charge_at` for which the renewal notice was sent. */
  notified_for: string | null;
  time_zone: string;
  started_at: string;
  ended_at: string | null;
  /** The end of the hold that a change has on the plan; null if no change is in progress. */
  changing_until: string | null;
  /** When the plan began to wait for its donor to choose another charity; null if it does not wait. */
  waiting_since: string | null;
  /** When the provider confirmed that it charges nothing while the plan waits, and the donor was asked. */
  stopped_at: string | null;
  /** The end of the donor's pause that was in progress when the plan began to wait. */
  own_pause_until: string | null;
  version: number;
  updated_at: string;
}

/** What a plan charges from one change to the next, frozen with the rate used. */
export interface PlanTermsRow extends FrozenMoney {
  plan_id: string;
  number: number;
  charity_id: number;
  /** The name of the charity at that time; null in rows of earlier releases. */
  frozen_charity_name: string | null;
  label: string;
  items: string;
  meals: number;
  agreed_at: string;
}
