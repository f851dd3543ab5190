import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { sendPage } from '../pages/layout.ts';
import { PayPalError } from '../paypal/error.ts';
import type { Sandbox } from '../sandbox.ts';
import { processDueSubscriptions } from '../stripe/billing/due-subscriptions.ts';
import { StripeError, errorBody } from '../stripe/error.ts';
import { readBalance, readPayments, paymentActions } from './payment-actions.ts';
import { readClock, sandboxActions } from './actions.ts';
import { paypalAccountActions, readPayPalBalance, readWithdrawals } from './paypal-account-actions.ts';
import { paypalActions, readCaptures } from './paypal-actions.ts';
import { payoutActions, readPayouts } from './payout-actions.ts';
import { subscriptionActions, readSubscriptions } from './subscription-actions.ts';
import { readDeliveries } from './webhooks.ts';
import { operatorGuard } from './operator-guard.ts';
import { operatorPage } from './page.ts';

/** Registers the operator's calls and page under `/_sandbox`. */
export function registerOperatorRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', operatorGuard(sandbox.config));
    scope.setErrorHandler((error, _request, reply) => {
      const refusal = asRefusal(error);
      return reply.code(refusal.status).send(errorBody(refusal));
    });
    scope.get('/_sandbox', (_request, reply) =>
      sendPage(reply, { title: 'Payment sandbox', content: operatorPage(sandbox) }),
    );
    scope.get('/_sandbox/clock', () => readClock(sandbox));
    scope.get('/_sandbox/records', () => ({
      payments: readPayments(sandbox),
      balance: readBalance(sandbox),
      captures: readCaptures(sandbox),
      paypalBalance: readPayPalBalance(sandbox),
      withdrawals: readWithdrawals(sandbox),
      payouts: readPayouts(sandbox),
      subscriptions: readSubscriptions(sandbox),
    }));
    scope.get('/_sandbox/webhooks', () => ({ deliveries: readDeliveries(sandbox, 1000) }));
    scope.get('/_sandbox/faults', () => ({ faults: [...sandbox.store.faults.values()] }));
    for (const { path, run } of actions) {
      scope.post(path, async (request, reply) => {
        processDueSubscriptions(sandbox);
        const response = await run(sandbox, request.body);
        const isFromPage = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
        return isFromPage ? reply.redirect('/_sandbox', 303) : reply.send(response);
      });
    }
  });
}

const actions = [
  ...sandboxActions,
  ...paymentActions,
  ...payoutActions,
  ...subscriptionActions,
  ...paypalActions,
  ...paypalAccountActions,
];

function asRefusal(error: unknown): StripeError {
  if (error instanceof PayPalError)
    return new StripeError(error.status, 'invalid_request_error', error.details[0]?.description ?? error.message);
  if (error instanceof StripeError) return error;
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    const param = issue?.path.join('.') ?? '';
    return new StripeError(400, 'invalid_request_error', `${param}: ${issue?.message ?? 'invalid'}`, { param });
  }
  return new StripeError(500, 'api_error', error instanceof Error ? error.message : String(error));
}
