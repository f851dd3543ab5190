import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import { PermissionMissing, stripePermissions } from '#server/ports/permissions.ts';
import type { ProviderFee, UnreadableRecord } from '#server/ports/provider.ts';
import { lenientOptional, parseResponse, storableText } from '../provider-response.ts';
import { balanceTransactionSchema, feesOf } from './balance-transactions.ts';
import { feesOfDispute, stateOfDispute } from './dispute-event.ts';
import { stateOfRefund } from './reversal-event.ts';
import { stateOfSession } from './session-event.ts';
import { toSeconds, translateList } from './stripe-responses.ts';
import { paymentMessages, translateMessage } from './stripe-webhook.ts';

/**
 * The state of every checkout session created since an instant. A session's charge only gives the time of the payment, so a key
 * that may not read charges gets the list without them.
 */
export async function* listSessionStates(stripe: Stripe, since: Date): AsyncGenerator<PaymentEvent> {
  const created = { gte: toSeconds(since) };
  const list = (expansion: { readonly expand?: string[] }) =>
    translateList(
      stripe.checkout.sessions.list({ created, limit: pageSize, ...expansion }),
      stripePermissions.checkoutSessions,
      stateOfSession,
    );
  try {
    yield* list({ expand: ['data.payment_intent.latest_charge'] });
  } catch (error) {
    if (!(error instanceof PermissionMissing) || error.permission === stripePermissions.checkoutSessions) throw error;
    yield* list({});
  }
}

/** The payment events among Stripe's own events since an instant. Stripe keeps them for 30 days. */
export const listMessages = (stripe: Stripe, since: Date): AsyncIterable<PaymentEvent> =>
  translateList(
    stripe.events.list({ created: { gte: toSeconds(since) }, types: [...paymentMessages], limit: pageSize }),
    stripePermissions.events,
    translateMessage,
  );

/** The state of every refund created since an instant. */
export const listRefunds = (
  stripe: Stripe,
  isLive: boolean,
  since: Date,
): AsyncIterable<ReversalEvent | UnreadableRecord> =>
  translateList(
    stripe.refunds.list({ created: { gte: toSeconds(since) }, limit: pageSize }),
    stripePermissions.charges,
    (refund) => orUnreadable(refund, () => stateOfRefund(refund, isLive)),
  );

/** The state of every dispute created since an instant. */
export const listDisputes = (
  stripe: Stripe,
  isLive: boolean,
  since: Date,
): AsyncIterable<ReversalEvent | UnreadableRecord> =>
  translateList(
    stripe.disputes.list({ created: { gte: toSeconds(since) }, limit: pageSize }),
    stripePermissions.disputes,
    (dispute) => orUnreadable(dispute, () => stateOfDispute(dispute, isLive)),
  );

/** Stripe's fees for charges created since an instant. */
export const listChargeFees = (stripe: Stripe, since: Date): AsyncIterable<ProviderFee> =>
  flatten(
    translateList(
      stripe.charges.list({
        created: { gte: toSeconds(since) },
        expand: ['data.balance_transaction'],
        limit: pageSize,
      }),
      stripePermissions.charges,
      feesOfCharge,
    ),
  );

/** Stripe's fees for disputes created since an instant. */
export const listDisputeFees = (stripe: Stripe, since: Date): AsyncIterable<ProviderFee> =>
  flatten(
    translateList(
      stripe.disputes.list({ created: { gte: toSeconds(since) }, limit: pageSize }),
      stripePermissions.disputes,
      (dispute) => {
        const fees = orUnreadable(dispute, () => feesOfDispute(dispute));
        return Array.isArray(fees) ? fees : undefined; // the list of disputes reports an unreadable one
      },
    ),
  );

const pageSize = 100;

async function* flatten<Item>(lists: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const list of lists) yield* list;
}

const chargeSchema = z.object({
  payment_intent: z.nullish(storableText),
  balance_transaction: z.nullish(balanceTransactionSchema),
  payment_method_details: lenientOptional(
    z.looseObject({
      card: lenientOptional(z.looseObject({ brand: storableText, last4: z.string().check(z.regex(/^\d{4}$/)) })),
    }),
  ),
});

function feesOfCharge(response: unknown): ProviderFee[] {
  const charge = parseResponse(chargeSchema, response, 'charge');
  const card = charge.payment_method_details?.card;
  const fees = feesOf(charge.payment_intent, charge.balance_transaction ? [charge.balance_transaction] : []);
  return card ? fees.map((fee) => ({ ...fee, card: { brand: card.brand, lastFour: card.last4 } })) : fees;
}

/** Translates one object of a list, so that an unreadable object does not stop the list. */
function orUnreadable<Translation>(
  { id: subjectId }: { readonly id: string },
  translate: () => Translation,
): Translation | UnreadableRecord {
  try {
    return translate();
  } catch (error) {
    if (error instanceof TypeError) return { code: 'unreadable', subjectId, detail: error.message };
    throw error;
  }
}
