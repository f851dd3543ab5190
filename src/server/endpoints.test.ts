import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStaffAccess, type Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { errorBody, statusOfError } from '#contract/error.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import type { PreparedCall } from '#test/support/calls/valid-call.ts';
import { validCalls } from '#test/support/calls/valid-calls.ts';
import { acceptedMails } from '#test/support/mail/accepted-mails.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';

const table: readonly (readonly [EndpointName, Endpoint])[] = Object.entries(endpoints) as [EndpointName, Endpoint][];

forEachDatabase((engine) => {
  describe('the endpoint table', () => {
    let app: TestApp;
    let admin: SignedIn;

    beforeAll(async () => {
      app = await startApp(engine, {
        cards: { ...stubCardsWithWebhook(), subscriptions: activeSubscriptions },
        paypal: stubPayPal(),
        ...acceptedMails(),
      });
      const cookie = await signInAdmin(app);
      admin = { cookie, user: (await call(app, { method: 'GET', url: '/api/user', cookie })).json() };
    });
    afterAll(() => app.close());

    const pathOf = (endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string =>
      endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));

    /** A valid call by a permitted caller, with overrides. */
    async function callAs(name: EndpointName, changes: Partial<PreparedCall> = {}) {
      const endpoint: Endpoint = endpoints[name];
      const caller = isStaffAccess(endpoint.access) ? admin : await signIn(app);
      const good: PreparedCall = await validCalls[name](app, { caller, owner: caller });
      const { params, body, cookie = '' } = { ...good, ...changes };
      const cookies = [endpoint.access === 'public' ? '' : caller.cookie, cookie]
        .filter((part) => part !== '')
        .join('; ');
      return call(app, {
        method: endpoint.method,
        url: pathOf(endpoint, params),
        ...(cookies === '' ? {} : { cookie: cookies }),
        ...(body === undefined ? {} : { body }),
      });
    }

    test.each(table)('%s responds at its path with exactly the fields of its schema', async (name, endpoint) => {
      const response = await callAs(name);
      expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
      if (endpoint.file === undefined) expect(endpoint.response.parse(response.json())).toEqual(response.json());
      else expect(response.headers['content-type']).toContain(endpoint.file);
    });

    test.each(table)('%s has no other method', async (_name, endpoint) => {
      const url = pathOf(endpoint, { id: 'don_00000000000000000000000000', orderId: 'none' });
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
        if (table.some(([, other]) => other.method === method && other.path === endpoint.path)) continue;
        expect({ method, status: (await call(app, { method, url })).statusCode }).toEqual({ method, status: 404 });
      }
    });

    test.each(table.filter(([, { body }]) => body?.safeParse({}).success === false))(
      '%s refuses an empty body in the shape of every refusal',
      async (name) => {
        const response = await callAs(name, { body: {} });
        const refused = errorBody.parse(response.json());
        expect(refused.error).toBe(refused.message);
        expect(response.statusCode).toBe(statusOfError[refused.code as keyof typeof statusOfError]);
      },
    );

    test.each(table.filter(([, { path }]) => path.includes(':')))(
      '%s refuses an unknown id with a refusal that it lists',
      async (name, endpoint) => {
        for (const id of ['don_00000000000000000000000000', 'nonsense', "'"]) {
          const response = await callAs(name, { params: { id, orderId: id } });
          expect(response.statusCode).toBe(404);
          expect(endpoint.errors).toContain(errorBody.parse(response.json()).code);
        }
      },
    );

    test('lists every route of the server under /api and /paypal except the webhooks', () => {
      const known = new Set(['/api/webhooks/stripe', '/api/webhooks/paypal', ...table.map(([, { path }]) => path)]);
      const paths = routePaths(app.server.printRoutes({ commonPrefix: false, includeHooks: false }));
      expect(new Set(paths.filter((path) => /^\/(api|paypal)\//.test(path)))).toEqual(known);
    });
  });
});

/** The paths in Fastify's printed route tree, where an indented line continues the line above. */
function routePaths(drawing: string): string[] {
  const parents: string[] = [];
  return [...drawing.matchAll(/^(.*)[├└]── (\S+)/gm)].map(([, indent = '', part = '']) => {
    const depth = indent.length / 4;
    parents[depth] = `${parents[depth - 1] ?? ''}${part}`;
    return parents[depth];
  });
}
