import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { sendPage } from '../pages/layout.ts';
import type { Sandbox } from '../sandbox.ts';
import { billDueSubscriptions } from '../stripe-billing/bill-due-subscriptions.ts';
import { PayPalError } from '../paypal/paypal-error.ts';
import { StripeError, errorBody } from '../stripe/stripe-error.ts';
import { operatorActions, readClock } from './actions.ts';
import { readBalance, readBooks } from './books.ts';
import { readDeliveries } from './deliveries.ts';
import { readCaptures } from './paypal-actions.ts';
import { operatorGuard } from './guard.ts';
import { operatorPage } from './page.ts';
import { readSubscriptions } from './subscription-actions.ts';

/** The operator's calls and page under `/_sandbox`. */
export function registerOperatorRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', operatorGuard(sandbox.config.isProduction));
    scope.setErrorHandler((error, _request, reply) => {
      const refusal = asRefusal(error);
      return reply.code(refusal.status).send(errorBody(refusal));
    });
    scope.get('/_sandbox', (_request, reply) =>
      sendPage(reply, { title: 'Payment sandbox', content: operatorPage(sandbox) }),
    );
    scope.get('/_sandbox/clock', () => readClock(sandbox));
    scope.get('/_sandbox/books', () => ({
      payments: readBooks(sandbox),
      balance: readBalance(sandbox),
      captures: readCaptures(sandbox),
      subscriptions: readSubscriptions(sandbox),
    }));
    scope.get('/_sandbox/webhooks', () => ({ deliveries: readDeliveries(sandbox, 1000) }));
    scope.get('/_sandbox/faults', () => ({ faults: [...sandbox.store.faults.values()] }));
    for (const { path, act } of operatorActions) {
      scope.post(path, async (request, reply) => {
        billDueSubscriptions(sandbox);
        const answer = await act(sandbox, request.body);
        const isFromPage = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
        return isFromPage ? reply.redirect('/_sandbox', 303) : reply.send(answer);
      });
    }
  });
}

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
