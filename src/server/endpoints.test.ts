import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type Access, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { errorBody, statusOfError } from '#contract/error.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';

/** A call of each endpoint that goes well, by a visitor; a new endpoint does not compile until it is named here. */
const goodCalls: Record<
  EndpointName,
  { readonly body?: object; readonly params?: (donationId: string) => Record<string, string> }
> = {
  listSnacks: {},
  listCharities: {},
  createCheckoutSession: { body: checkoutBody() },
  getReceipt: { params: (id) => ({ id }) },
  confirmDonation: { params: (id) => ({ id }) },
};

/** Who may call what, as the rulings have it. */
const promisedAccess: Record<EndpointName, Access> = {
  listSnacks: 'public',
  listCharities: 'public',
  createCheckoutSession: 'public',
  getReceipt: 'public',
  confirmDonation: 'public',
};

const table: readonly (readonly [EndpointName, Endpoint])[] = Object.entries(endpoints) as [EndpointName, Endpoint][];

forEachDatabase((engine) => {
  describe('every endpoint of the table', () => {
    let app: TestApp;
    let donationId: string;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent));
      donationId = intent.donation_id;
    });
    afterAll(() => app.close());

    const pathOf = (endpoint: Endpoint, params: Record<string, string>): string =>
      endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
    const call = ({ method, path }: { method: Endpoint['method']; path: string }, body?: object) =>
      app.server.inject({ method, url: path, headers: { origin: ownOrigin }, ...(body ? { payload: body } : {}) });

    test.each(table)('%s answers a visitor under its path, in its shape and nothing more', async (name, endpoint) => {
      const { body, params } = goodCalls[name];
      const answer = await call({ method: endpoint.method, path: pathOf(endpoint, params?.(donationId) ?? {}) }, body);
      expect(answer.statusCode).toBe(200);
      expect(endpoint.answer.parse(answer.json())).toEqual(answer.json());
    });

    test.each(table)('%s is open to those whom the rulings name', (name, endpoint) => {
      expect(endpoint.access).toBe(promisedAccess[name]);
    });

    test.each(table)('%s answers by no other method', async (name, endpoint) => {
      const path = pathOf(endpoint, goodCalls[name].params?.(donationId) ?? {});
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
        if (table.some(([, other]) => other.method === method && other.path === endpoint.path)) continue;
        expect({ method, status: (await call({ method, path })).statusCode }).toEqual({ method, status: 404 });
      }
    });

    test.each(table.filter(([, { body }]) => body !== undefined))(
      '%s refuses an empty body in the shape of every refusal',
      async (_name, endpoint) => {
        const answer = await call({ method: endpoint.method, path: endpoint.path }, {});
        const refused = errorBody.parse(answer.json());
        expect(refused.error).toBe(refused.message);
        expect(answer.statusCode).toBe(statusOfError[refused.code as keyof typeof statusOfError]);
      },
    );

    test.each(table.filter(([, { path }]) => path.includes(':')))(
      '%s refuses an unknown id with a refusal that it names',
      async (_name, endpoint) => {
        const answer = await call({
          method: endpoint.method,
          path: pathOf(endpoint, { id: 'don_00000000000000000000000000' }),
        });
        const { code } = errorBody.parse(answer.json());
        expect(answer.statusCode).toBe(404);
        expect(endpoint.errors).toContain(code);
      },
    );

    test('is the only kind there is: the server has no other address under /api but the webhook', () => {
      const known = new Set(['/api/webhooks/stripe', ...table.map(([, { path }]) => path)]);
      const routes = app.server.printRoutes({ commonPrefix: false, includeHooks: false });
      const paths = [...routes.matchAll(/(\/api\S*)/g)].map(([path]) => path);
      expect(paths.length).toBeGreaterThanOrEqual(known.size);
      expect(paths.filter((path) => !known.has(path))).toEqual([]);
    });
  });
});
