import { defaultTimeZone, isTimeZone } from '#domain/donation/civil-day.ts';
import { currentRates } from '#domain/money/exchange.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import type { PricedDonation } from './price-request.ts';
import { thankYouAddress } from './return-address.ts';

/** Where a checkout was asked for: under which key of the page, for which gift, and where the donor is to come back to. */
export interface Origin {
  readonly provider: PaymentProvider;
  readonly key: string | undefined;
  /** Whoever is signed in; null for a visitor. */
  readonly donorId: string | null;
  readonly requestHash: string;
  /** SHA-256 of the key of the browser that alone may take the money; null where the provider takes it. */
  readonly browserKeyHash: string | null;
  /** How long the gift can be paid. */
  readonly lifetimeMs: number;
  /** IANA name of the donor's zone, as the page sent it. */
  readonly timeZone: string | undefined;
  readonly successUrl: URL;
  readonly cancelUrl: URL;
}

/** A pending intent for a priced donation: ids drawn, and money frozen with the rate used. */
export function newIntent(deps: Deps, donation: PricedDonation, origin: Origin): DonationIntentRow {
  const now = deps.clock.now();
  const donationId = newId('don', deps.random);
  return {
    id: newId('int', deps.random),
    donation_id: donationId,
    idempotency_key: origin.key ?? null,
    request_hash: origin.requestHash,
    version: 1,
    status: 'pending',
    provider: origin.provider,
    donor_id: origin.donorId,
    provider_session_id: null,
    provider_payment_id: null,
    browser_key_hash: origin.browserKeyHash,
    plan_id: null,
    checkout_url: null,
    expires_at: new Date(now.getTime() + origin.lifetimeMs).toISOString(),
    charity_id: donation.charity.id,
    label: donation.label,
    items: JSON.stringify(donation.basket.kind === 'stack' ? donation.basket.items : []),
    meals: donation.meals,
    is_recurring: 0,
    ...frozenMoney(donation),
    time_zone: origin.timeZone !== undefined && isTimeZone(origin.timeZone) ? origin.timeZone : defaultTimeZone,
    success_url: thankYouAddress(origin.successUrl, {
      amount: donation.price.subtotal,
      meals: donation.meals,
      charity: donation.charity.name,
      donationId,
    }),
    cancel_url: origin.cancelUrl.href,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

function frozenMoney({ price, charge }: PricedDonation) {
  return {
    amount_minor: price.subtotal.amountMinor,
    service_fee_minor: price.serviceFee.amountMinor,
    currency: price.subtotal.currency,
    charge_subtotal_minor: charge.subtotal.amountMinor,
    charge_service_fee_minor: charge.serviceFee.amountMinor,
    charge_total_minor: charge.total.amountMinor,
    charge_currency: charge.total.currency,
    exchange_rate: currentRates.unitsPerDollar[charge.total.currency],
    rates_set_on: currentRates.setOn,
  };
}
