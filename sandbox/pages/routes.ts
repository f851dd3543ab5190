import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSessionRecord } from '../state/records.ts';
import { attemptPayment, confirmPayment } from '../stripe/payments/attempt-payment.ts';
import type { AttemptResult } from '../stripe/payments/attempt-payment.ts';
import { expireIfDue } from '../stripe/payments/expire-checkout-session.ts';
import { confirmationFailed } from '../stripe/test-cards.ts';
import { sendPage } from './layout.ts';
import { confirmationPage, expiredPage, unknownPage } from './notice-pages.ts';
import { paymentFormSchema, readPaymentForm } from './payment-form.ts';
import type { PaymentForm } from './payment-form.ts';
import { paymentPage } from './payment-page.ts';
import type { PaymentPageState } from './payment-page.ts';

/** The webhook gets this much of a head start before the browser goes to the success page. */
const webhookHeadStartMs = 300;

const emptyForm = paymentFormSchema.parse({});

/** The pages on which people pay. A session's address opens in any browser. */
export function registerHostedPages(app: FastifyInstance, sandbox: Sandbox): void {
  const withSession = (
    act: (session: CheckoutSessionRecord, request: FastifyRequest, reply: FastifyReply) => unknown,
  ) => {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { id } = request.params as { id: string };
      const session = expireIfDue(sandbox, id);
      if (session === undefined) return sendPage(reply, { title: 'No such payment page', content: unknownPage() }, 404);
      if (session.status !== 'open') return leave(reply, session);
      return act(session, request, reply);
    };
  };

  const leave = (reply: FastifyReply, session: CheckoutSessionRecord): FastifyReply => {
    if (session.status === 'complete') return reply.redirect(successAddress(session), 303);
    return sendPage(reply, {
      title: 'This payment page has expired',
      content: expiredPage(session, sandbox.config.productName),
    });
  };

  const show = (reply: FastifyReply, session: CheckoutSessionRecord, state: PaymentPageState): FastifyReply =>
    sendPage(reply, {
      title: `Pay ${sandbox.config.productName}`,
      content: paymentPage(session, sandbox.config.productName, state),
      formTargets: [session.successUrl, session.cancelUrl],
    });

  const answer = async (
    reply: FastifyReply,
    session: CheckoutSessionRecord,
    result: AttemptResult,
    form: PaymentForm,
  ) => {
    switch (result.code) {
      case 'complete':
        await giveHeadStart(sandbox, result.eventId);
        return reply.redirect(successAddress(session), 303);
      case 'refused': {
        const kept = { ...form, cardNumber: '', expirationDate: '' };
        return show(reply, session, { form: kept, errors: {}, refusal: result.failure.message });
      }
      case 'needs_confirmation':
        return reply.redirect(`/c/pay/${session.id}/confirm`, 303);
      case 'closed':
        return leave(reply, sandbox.store.checkoutSessions.get(session.id) ?? session);
    }
  };

  app.get(
    '/c/pay/:id',
    withSession((session, _request, reply) => show(reply, session, { form: emptyForm, errors: {}, refusal: null })),
  );
  app.post(
    '/c/pay/:id',
    withSession((session, request, reply) => {
      const form = paymentFormSchema.parse(request.body ?? {});
      const read = readPaymentForm(form, session, sandbox.clock.nowSeconds());
      if (read.code === 'invalid') return show(reply, session, { form, errors: read.errors, refusal: null });
      return answer(reply, session, attemptPayment(sandbox, session.id, read.attempt), form);
    }),
  );
  app.get(
    '/c/pay/:id/confirm',
    withSession((session, _request, reply) => {
      if (!awaitsConfirmation(sandbox, session)) return reply.redirect(`/c/pay/${session.id}`, 303);
      return sendPage(reply, {
        title: 'Confirm your payment',
        content: confirmationPage(session, sandbox.config.productName),
        formTargets: [session.successUrl, session.cancelUrl],
      });
    }),
  );
  app.post(
    '/c/pay/:id/confirm',
    withSession((session, request, reply) => {
      if (!awaitsConfirmation(sandbox, session)) return reply.redirect(`/c/pay/${session.id}`, 303);
      const { decision } = (request.body ?? {}) as { decision?: unknown };
      const result = confirmPayment(sandbox, session.id, decision === 'complete', confirmationFailed);
      return answer(reply, session, result, emptyForm);
    }),
  );
}

function awaitsConfirmation(sandbox: Sandbox, session: CheckoutSessionRecord): boolean {
  return sandbox.store.paymentIntents.get(session.paymentIntentId ?? '')?.pending?.kind === 'confirmation';
}

/** The address with Stripe's placeholder filled in, which works only as these exact letters. */
function successAddress(session: CheckoutSessionRecord): string {
  return session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

async function giveHeadStart(sandbox: Sandbox, eventId: string | null): Promise<void> {
  if (eventId === null) return;
  await Promise.race([sandbox.webhooks.whenTried(eventId), sleep(webhookHeadStartMs)]);
}
