import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { errorBody, statusOfError } from '#contract/error.ts';
import { refusal } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { donorPassword, registration, signIn } from '#test/support/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';

/** A call that goes well; of the two paid donations the second is there to be claimed. */
interface GoodCall {
  readonly body?: object;
  readonly params?: (donationId: string, claimableId: string) => Record<string, string>;
}

const username = 'somebody';

/** A call of each endpoint, by a visitor or by whom it is for; a new endpoint does not compile until it is named here. */
const goodCalls: Record<EndpointName, GoodCall> = {
  listSnacks: {},
  listCharities: {},
  createCheckoutSession: { body: checkoutBody() },
  getReceipt: { params: (id) => ({ id }) },
  confirmDonation: { params: (id) => ({ id }) },
  getUser: {},
  login: { body: { username, password: donorPassword } },
  register: { body: registration() },
  logout: {},
  listDonations: {},
  getImpact: {},
  getRewards: {},
  claimDonation: { body: {}, params: (_donationId, id) => ({ id }) },
};

/** Who may call what, as the rulings have it. */
const promisedAccess: Record<EndpointName, Access> = {
  listSnacks: 'public',
  listCharities: 'public',
  createCheckoutSession: 'public',
  getReceipt: 'public',
  confirmDonation: 'public',
  getUser: 'donor',
  login: 'public',
  register: 'public',
  logout: 'public',
  listDonations: 'donor',
  getImpact: 'donor',
  getRewards: 'donor',
  claimDonation: 'donor',
};

const table: readonly (readonly [EndpointName, Endpoint])[] = Object.entries(endpoints) as [EndpointName, Endpoint][];

forEachDatabase((engine) => {
  describe('every endpoint of the table', () => {
    let app: TestApp;
    let donationId: string;
    let claimableId: string;
    let cookie: string;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      [donationId, claimableId] = [await paidDonation(), await paidDonation()];
      ({ cookie } = await signIn(app, { username }));
    });
    afterAll(() => app.close());

    const paidDonation = async (): Promise<string> => {
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent));
      return intent.donation_id;
    };
    const pathOf = (endpoint: Endpoint, params: Record<string, string>): string =>
      endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
    const goodPathOf = (name: EndpointName): string =>
      pathOf(endpoints[name], goodCalls[name].params?.(donationId, claimableId) ?? {});
    const call = (
      { method, path, session }: { method: Endpoint['method']; path: string; session?: string },
      body?: object,
    ) =>
      app.server.inject({
        method,
        url: path,
        headers: { origin: ownOrigin, ...(session === undefined ? {} : { cookie: session }) },
        ...(body ? { payload: body } : {}),
      });
    const sessionFor = ({ access }: Endpoint) => (access === 'public' ? {} : { session: cookie });

    test.each(table)('%s answers under its path, in its shape and nothing more', async (name, endpoint) => {
      const answer = await call(
        { method: endpoint.method, path: goodPathOf(name), ...sessionFor(endpoint) },
        goodCalls[name].body,
      );
      expect(answer.statusCode).toBe(200);
      expect(endpoint.answer.parse(answer.json())).toEqual(answer.json());
    });

    test.each(table)('%s is open to those whom the rulings name', (name, endpoint) => {
      expect(endpoint.access).toBe(promisedAccess[name]);
    });

    test.each(table.filter(([, { access }]) => access !== 'public'))(
      '%s refuses a stranger before it looks at anything else',
      async (name, { method, path }) => {
        for (const tried of [goodPathOf(name), path, `${path}?cursor=nonsense`]) {
          const answer = await call({ method, path: tried }, method === 'GET' ? undefined : { userId: 7 });
          const { statusCode: status, headers } = answer;
          expect({ status, body: answer.json<unknown>(), cache: headers['cache-control'] }).toEqual({
            status: 401,
            body: refusal('sign_in_required', 'Please sign in.'),
            cache: 'no-store',
          });
        }
      },
    );

    test.each(table)('%s answers by no other method', async (name, endpoint) => {
      const path = goodPathOf(name);
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
        if (table.some(([, other]) => other.method === method && other.path === endpoint.path)) continue;
        expect({ method, status: (await call({ method, path })).statusCode }).toEqual({ method, status: 404 });
      }
    });

    test.each(table.filter(([, { body }]) => body?.safeParse({}).success === false))(
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
          ...sessionFor(endpoint),
        });
        const { code } = errorBody.parse(answer.json());
        expect(answer.statusCode).toBe(404);
        expect(endpoint.errors).toContain(code);
      },
    );

    test('is the only kind there is: the server has no other address under /api but the webhook', () => {
      const known = new Set(['/api/webhooks/stripe', ...table.map(([, { path }]) => path)]);
      const paths = routePaths(app.server.printRoutes({ commonPrefix: false, includeHooks: false }));
      expect(new Set(paths.filter((path) => path.startsWith('/api')))).toEqual(known);
    });
  });
});

/** The paths in the server's drawing of its routes, where a line that is indented goes on from the line above. */
function routePaths(drawing: string): string[] {
  const parents: string[] = [];
  return [...drawing.matchAll(/^(.*)[├└]── (\S+)/gm)].map(([, indent = '', part = '']) => {
    const depth = indent.length / 4;
    parents[depth] = `${parents[depth - 1] ?? ''}${part}`;
    return parents[depth];
  });
}
