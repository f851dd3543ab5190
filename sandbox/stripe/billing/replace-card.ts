import type { Sandbox } from '#sandbox/sandbox.ts';
import type { PaymentFailure } from '../records.ts';
import type { EnteredCard } from '../test-cards.ts';
import { invoiceSettingsToWire } from '../wire/customer.ts';
import { attachCard, saveCustomer } from './events.ts';
import type { CustomerRecord, PaymentMethodRecord } from './records.ts';
import { updateSubscription } from './update-subscription.ts';

/** A customer's new card, not yet saved. */
export function newPaymentMethod(
  sandbox: Sandbox,
  customer: CustomerRecord,
  { instrument, behavior }: EnteredCard,
  name: string,
): PaymentMethodRecord {
  return {
    id: instrument.paymentMethodId,
    created: sandbox.clock.nowSeconds(),
    customerId: customer.id,
    payer: { email: customer.email ?? '', name },
    instrument,
    laterFailure: behavior.kind === 'succeed' ? (behavior.laterFailure ?? null) : behavior.failure,
  };
}

/** The reason why a card cannot be saved; null if it can. A card that fails only later can be saved. */
export const declineOf = ({ behavior }: EnteredCard): PaymentFailure | null =>
  behavior.kind === 'succeed' ? null : behavior.failure;

/** Saves a card and charges all of the customer's subscriptions to it from now on. */
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
