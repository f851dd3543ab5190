import type { Sandbox } from '../sandbox.ts';
import type { CustomerRecord, PaymentMethodRecord } from '../state/billing-records.ts';
import type { PaymentFailure } from '../state/records.ts';
import type { TypedCard } from '../stripe/typed-card.ts';
import { invoiceSettingsToWire } from '../stripe-wire/customer.ts';
import { attachCard, saveCustomer } from './billing-events.ts';
import { updateSubscription } from './update-subscription.ts';

/** A card that a customer typed, with the name on it. It is not kept yet. */
export function cardOfCustomer(
  sandbox: Sandbox,
  customer: CustomerRecord,
  { instrument, behaviour }: TypedCard,
  name: string,
): PaymentMethodRecord {
  return {
    id: instrument.paymentMethodId,
    created: sandbox.clock.nowSeconds(),
    customerId: customer.id,
    payer: { email: customer.email ?? '', name },
    instrument,
    laterFailure: behaviour.kind === 'succeed' ? (behaviour.laterFailure ?? null) : behaviour.failure,
  };
}

/** Why a card cannot be kept; null when it can. One that fails later is kept all the same. */
export const refusalOf = ({ behaviour }: TypedCard): PaymentFailure | null =>
  behaviour.kind === 'succeed' ? null : behaviour.failure;

/** Keeps a card: everything that its customer still pays each month is collected with it from now on. */
export function replaceCard(sandbox: Sandbox, customer: CustomerRecord, method: PaymentMethodRecord): void {
  const { store } = sandbox;
  store.transact(() => {
    attachCard(sandbox, method);
    const previousAttributes = { invoice_settings: invoiceSettingsToWire(customer) };
    saveCustomer(sandbox, { ...customer, defaultPaymentMethodId: method.id }, 'updated', { previousAttributes });
    for (const subscription of store.subscriptions.values()) {
      if (subscription.customerId !== customer.id || subscription.status === 'canceled') continue;
      updateSubscription(sandbox, subscription, { ...subscription, defaultPaymentMethodId: method.id }, null);
    }
  });
}
