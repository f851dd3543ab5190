import type { Instrument, Payer } from '../records.ts';
import { emptyAddress } from './checkout-session.ts';

/** The payer's billing details as the API returns them. */
export function billingDetailsToWire(payer: Payer) {
  return { address: emptyAddress, email: payer.email, name: payer.name, phone: null, tax_id: null };
}

const checksPassed = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' as const };

/** A payment method as the API returns it: a customer's saved card, or the instrument of a failed payment. */
export function paymentMethodToWire(
  instrument: Instrument,
  payer: Payer,
  created: number,
  customerId: string | null = null,
) {
  return {
    id: instrument.paymentMethodId,
    object: 'payment_method' as const,
    allow_redisplay: 'limited' as const,
    billing_details: billingDetailsToWire(payer),
    created,
    customer: customerId,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: instrument.type,
    ...(instrument.type === 'card'
      ? { card: cardOfMethod(instrument) }
      : { acss_debit: { ...bankAccount, fingerprint: instrument.fingerprint, last4: instrument.last4 } }),
  };
}

/** The `payment_method_details` of a charge. */
export function chargeInstrumentToWire(instrument: Instrument, amountMinor: number, isConfirmed: boolean) {
  if (instrument.type === 'acss_debit') {
    return {
      acss_debit: { ...bankAccount, fingerprint: instrument.fingerprint, last4: instrument.last4 },
      type: instrument.type,
    };
  }
  return {
    card: {
      amount_authorized: amountMinor,
      authorization_code: null,
      brand: instrument.brand,
      checks: checksPassed,
      country: 'US',
      electronic_commerce_indicator: isConfirmed ? '05' : null,
      exp_month: instrument.expMonth,
      exp_year: instrument.expYear,
      extended_authorization: { status: 'disabled' as const },
      fingerprint: instrument.fingerprint,
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' as const },
      installments: null,
      last4: instrument.last4,
      mandate: null,
      multicapture: { status: 'unavailable' as const },
      network: instrument.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amountMinor, status: 'unavailable' as const },
      regulated_status: 'unregulated' as const,
      three_d_secure: isConfirmed ? confirmationPassed : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: instrument.type,
  };
}

const bankAccount = { bank_name: 'Sandbox Test Bank', institution_number: '000', transit_number: '11000' };

const confirmationPassed = {
  authentication_flow: 'challenge' as const,
  electronic_commerce_indicator: '05' as const,
  exemption_indicator: null,
  result: 'authenticated' as const,
  result_reason: null,
  transaction_id: null,
  version: '2.2.0' as const,
};

function cardOfMethod(card: Extract<Instrument, { type: 'card' }>) {
  return {
    brand: card.brand,
    checks: checksPassed,
    country: 'US',
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated' as const,
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}
