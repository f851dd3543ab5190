import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { StripeError, noSuch } from '../error.ts';
import { createCheckoutSessionParameters, listCheckoutSessionsParameters } from '../parameters/checkout-session.ts';
import { expandParameter } from '../parameters/form-values.ts';
import { draftCheckoutSession } from '../payments/create-session.ts';
import { expireCheckoutSession, expireDueSessions, loadSession } from '../payments/expire-session.ts';
import type { CheckoutSessionRecord } from '../records.ts';
import { chargeToWire } from '../wire/charge.ts';
import { checkoutSessionToWire } from '../wire/checkout-session.ts';
import { paymentIntentToWire } from '../wire/payment-intent.ts';
import { endpoint, type Endpoint, type Expansions } from './endpoint.ts';
import { pageToWire, readPage } from './resource.ts';

const path = '/v1/checkout/sessions';

const expansions: Expansions = new Map([
  [
    'payment_intent.latest_charge',
    ({ store, config }, { payment_intent: id }) => {
      const intent = store.paymentIntents.get(String(id));
      if (intent === undefined) return {};
      const charge = store.charges.get(intent.chargeIds.at(-1) ?? '');
      const latestCharge = charge === undefined ? null : chargeToWire(charge);
      return { payment_intent: { ...paymentIntentToWire(intent, config.publicUrl), latest_charge: latestCharge } };
    },
  ],
]);

const createSession = endpoint({
  method: 'POST',
  path,
  parameters: createCheckoutSessionParameters,
  expansions,
  check: draftCheckoutSession,
  run: (sandbox, session) => {
    sandbox.store.checkoutSessions.put(session);
    return checkoutSessionToWire(session, sandbox.config.publicUrl);
  },
});

const readSession = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  parameters: z.strictObject(expandParameter),
  expansions,
  check: (sandbox, _parameters, id) => findSession(sandbox, id),
  run: (sandbox, session) => checkoutSessionToWire(session, sandbox.config.publicUrl),
});

const listSessions = endpoint({
  method: 'GET',
  path,
  parameters: listCheckoutSessionsParameters,
  expansions,
  check: (sandbox, parameters) => {
    expireDueSessions(sandbox);
    const { status, payment_intent: intentId, subscription: subscriptionId } = parameters;
    return readPage(sandbox.store.checkoutSessions, 'checkout.session', parameters, (session) => {
      if (status !== undefined && session.status !== status) return false;
      if (subscriptionId !== undefined && session.subscriptionId !== subscriptionId) return false;
      return intentId === undefined || (session.paymentIntentId === intentId && session.subscriptionSeed === undefined);
    });
  },
  run: ({ config }, page) => pageToWire(path, page, (session) => checkoutSessionToWire(session, config.publicUrl)),
});

const expireSession = endpoint({
  method: 'POST',
  path: `${path}/:id/expire`,
  parameters: z.strictObject(expandParameter),
  expansions,
  check: (sandbox, _parameters, id) => findSession(sandbox, id),
  run: (sandbox, session, origin) => {
    if (session.status !== 'open') {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${session.status}".`;
      throw new StripeError(400, 'invalid_request_error', message);
    }
    return checkoutSessionToWire(expireCheckoutSession(sandbox, session, origin), sandbox.config.publicUrl);
  },
});

function findSession(sandbox: Sandbox, id: string): CheckoutSessionRecord {
  const session = loadSession(sandbox, id);
  if (session === undefined) throw noSuch('checkout.session', id, 'session');
  return session;
}

/** Checkout sessions: create, read, list, expire. */
export const checkoutSessionEndpoints: readonly Endpoint[] = [createSession, readSession, listSessions, expireSession];
