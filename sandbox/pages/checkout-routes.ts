import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { processDueSubscriptions } from '../stripe/billing/due-subscriptions.ts';
import { attemptPayment, confirmPayment, type AttemptResult } from '../stripe/payments/attempt-payment.ts';
import { loadSession } from '../stripe/payments/expire-session.ts';
import type { CheckoutSessionRecord } from '../stripe/records.ts';
import { confirmationFailed } from '../stripe/test-cards.ts';
import { sendPage } from './layout.ts';
import { confirmationPage, expiredPage, unknownPage, paymentPage, type PaymentPageState } from './checkout-pages.ts';
import { paymentFormSchema, readPaymentForm, type PaymentForm } from './payment-form.ts';

/** The head start that the webhook gets before the browser goes to the success page. */
const webhookHeadStartMs = 300;

const emptyForm = paymentFormSchema.parse({});

/** One request for the page of a session. */
interface Visit {
  readonly sandbox: Sandbox;
  readonly session: CheckoutSessionRecord;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Registers the pages of a checkout session. The URL of a session opens in any browser. */
export function registerHostedPages(app: FastifyInstance, sandbox: Sandbox): void {
  const openSession = (act: (visit: Visit) => unknown) => {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { id } = request.params as { id: string };
      processDueSubscriptions(sandbox);
      const session = loadSession(sandbox, id);
      if (session === undefined) return sendPage(reply, { title: 'No such payment page', content: unknownPage() }, 404);
      const visit = { sandbox, session, request, reply };
      return session.status === 'open' ? act(visit) : showClosedSession(visit);
    };
  };
  app.get(
    '/c/pay/:id',
    openSession((visit) => showForm(visit, { form: emptyForm, errors: {}, decline: null })),
  );
  app.post('/c/pay/:id', openSession(submitForm));
  app.get('/c/pay/:id/confirm', openSession(showConfirmation));
  app.post('/c/pay/:id/confirm', openSession(decideConfirmation));
}

/** Redirects to the merchant's success page after a payment, or says that the session has expired. */
function showClosedSession({ sandbox, session, reply }: Visit): FastifyReply {
  if (session.status === 'complete') return reply.redirect(successUrlOf(session), 303);
  const content = expiredPage(session, sandbox.config.productName);
  return sendPage(reply, { title: 'This payment page has expired', content });
}

function showForm({ sandbox, session, reply }: Visit, state: PaymentPageState): FastifyReply {
  return sendPage(reply, {
    title: `Pay ${sandbox.config.productName}`,
    content: paymentPage(session, sandbox.config.productName, state),
    formTargets: [session.successUrl, session.cancelUrl],
  });
}

function submitForm(visit: Visit): unknown {
  const { sandbox, session, request } = visit;
  const form = paymentFormSchema.parse(request.body ?? {});
  const read = readPaymentForm(form, session, sandbox.clock.nowSeconds());
  if (read.code === 'invalid') return showForm(visit, { form, errors: read.errors, decline: null });
  return respondToAttempt(visit, attemptPayment(sandbox, session.id, read.attempt), form);
}

function showConfirmation({ sandbox, session, reply }: Visit): FastifyReply {
  if (!awaitsConfirmation(sandbox, session)) return reply.redirect(`/c/pay/${session.id}`, 303);
  return sendPage(reply, {
    title: 'Confirm your payment',
    content: confirmationPage(session, sandbox.config.productName),
    formTargets: [session.successUrl, session.cancelUrl],
  });
}

function decideConfirmation(visit: Visit): unknown {
  const { sandbox, session, request, reply } = visit;
  if (!awaitsConfirmation(sandbox, session)) return reply.redirect(`/c/pay/${session.id}`, 303);
  const { decision } = (request.body ?? {}) as { decision?: unknown };
  const result = confirmPayment(sandbox, session.id, decision === 'complete', confirmationFailed);
  return respondToAttempt(visit, result, emptyForm);
}

async function respondToAttempt(visit: Visit, result: AttemptResult, form: PaymentForm): Promise<FastifyReply> {
  const { sandbox, session, reply } = visit;
  switch (result.code) {
    case 'complete':
      await giveHeadStart(sandbox, result.eventId);
      return reply.redirect(successUrlOf(session), 303);
    case 'declined': {
      const withoutCard = { ...form, cardNumber: '', expirationDate: '' };
      return showForm(visit, { form: withoutCard, errors: {}, decline: result.failure.message });
    }
    case 'needs_confirmation':
      return reply.redirect(`/c/pay/${session.id}/confirm`, 303);
    case 'closed':
      return showClosedSession({ ...visit, session: sandbox.store.checkoutSessions.get(session.id) ?? session });
  }
}

function awaitsConfirmation(sandbox: Sandbox, session: CheckoutSessionRecord): boolean {
  return sandbox.store.paymentIntents.get(session.paymentIntentId ?? '')?.pending?.kind === 'confirmation';
}

/** The success URL with Stripe's placeholder filled in. The placeholder works only in this exact spelling. */
function successUrlOf(session: CheckoutSessionRecord): string {
  return session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

async function giveHeadStart(sandbox: Sandbox, eventId: string | null): Promise<void> {
  if (eventId === null) return;
  await Promise.race([sandbox.webhooks.whenAttempted(eventId), sleep(webhookHeadStartMs)]);
}
