import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSessionRecord } from '../state/records.ts';
import {
  createCheckoutSessionParameters,
  listCheckoutSessionsParameters,
} from '../stripe-parameters/checkout-session-parameters.ts';
import { expandParameter, pageParameters } from '../stripe-parameters/form-values.ts';
import { draftCheckoutSession } from '../stripe-payments/create-checkout-session.ts';
import { expireCheckoutSession, expireDueSessions, expireIfDue } from '../stripe-payments/expire-checkout-session.ts';
import { StripeError, noSuch } from '../stripe/stripe-error.ts';
import { checkoutSessionToWire } from '../stripe-wire/checkout-session.ts';
import { lineItemToWire } from '../stripe-wire/line-item.ts';
import { endpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { readPage } from './page.ts';

const onlyExpand = z.strictObject(expandParameter);

function findSession(sandbox: Sandbox, id: string): CheckoutSessionRecord {
  const session = expireIfDue(sandbox, id);
  if (session === undefined) throw noSuch('checkout.session', id, 'session');
  return session;
}

const createSession = endpoint({
  method: 'POST',
  path: '/v1/checkout/sessions',
  parameters: createCheckoutSessionParameters,
  answers: { kind: 'checkout.session' },
  check: draftCheckoutSession,
  run: (sandbox, session) => {
    sandbox.store.checkoutSessions.put(session);
    return checkoutSessionToWire(session, sandbox.config.publicUrl);
  },
});

const readSession = endpoint({
  method: 'GET',
  path: '/v1/checkout/sessions/:id',
  parameters: onlyExpand,
  answers: { kind: 'checkout.session' },
  check: (sandbox, _parameters, id) => findSession(sandbox, id),
  run: (sandbox, session) => checkoutSessionToWire(session, sandbox.config.publicUrl),
});

const listSessions = endpoint({
  method: 'GET',
  path: '/v1/checkout/sessions',
  parameters: listCheckoutSessionsParameters,
  answers: { kind: 'checkout.session', isList: true },
  check: (sandbox, parameters) => {
    expireDueSessions(sandbox);
    const { status, payment_intent: intentId, subscription: subscriptionId } = parameters;
    return readPage(sandbox.store.checkoutSessions, 'checkout.session', parameters, (session) => {
      if (status !== undefined && session.status !== status) return false;
      if (subscriptionId !== undefined && session.subscriptionId !== subscriptionId) return false;
      return intentId === undefined || (session.paymentIntentId === intentId && session.subscriptionSeed === undefined);
    });
  },
  run: (sandbox, page) => ({
    object: 'list',
    data: page.records.map((session) => checkoutSessionToWire(session, sandbox.config.publicUrl)),
    has_more: page.hasMore,
    url: '/v1/checkout/sessions',
  }),
});

const expireSession = endpoint({
  method: 'POST',
  path: '/v1/checkout/sessions/:id/expire',
  parameters: onlyExpand,
  answers: { kind: 'checkout.session' },
  check: (sandbox, _parameters, id) => findSession(sandbox, id),
  run: (sandbox, session, origin) => {
    if (session.status !== 'open') {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${session.status}".`;
      throw new StripeError(400, 'invalid_request_error', message);
    }
    return checkoutSessionToWire(expireCheckoutSession(sandbox, session, origin), sandbox.config.publicUrl);
  },
});

const listLineItems = endpoint({
  method: 'GET',
  path: '/v1/checkout/sessions/:id/line_items',
  parameters: z.strictObject(pageParameters),
  answers: { kind: 'item', isList: true },
  check: (sandbox, parameters, id) => ({ session: findSession(sandbox, id), parameters }),
  run: (_sandbox, { session, parameters }) => {
    const seen = session.lineItems.findIndex((item) => item.id === parameters.starting_after) + 1;
    const items = session.lineItems.slice(seen, seen + parameters.limit);
    return {
      object: 'list',
      data: items.map((item) => lineItemToWire(session, item)),
      has_more: seen + items.length < session.lineItems.length,
      url: `/v1/checkout/sessions/${session.id}/line_items`,
    };
  },
});

/** Checkout sessions: create, read, list, expire, and their lines. */
export const checkoutSessionEndpoints: readonly Endpoint[] = [
  createSession,
  readSession,
  listSessions,
  expireSession,
  listLineItems,
];
