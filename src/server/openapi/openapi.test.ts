import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isStaffAccess, type Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { callWithToken, makeToken } from '#test/support/accounts/tokens.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { validCalls } from '#test/support/calls/valid-calls.ts';
import { activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { acceptedMails } from '#test/support/mail/accepted-mails.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';

/** The parts of an OpenAPI document that the tests read. */
const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()).optional() }));
const operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const openApi = z.object({
  openapi: z.literal('3.1.1'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/** An operation of the document, with its method and path. */
interface Described extends z.infer<typeof operation> {
  readonly method: string;
  readonly path: string;
}

const names = Object.keys(endpoints) as EndpointName[];

forEachDatabase((engine) => {
  describe('the OpenAPI document', () => {
    let app: TestApp;
    let admin: SignedIn;
    let described: ReadonlyMap<string, Described>;
    let problemIn: (schema: unknown, value: unknown) => string;

    beforeAll(async () => {
      app = await startApp(engine, {
        cards: { ...stubCardsWithWebhook(), subscriptions: activeSubscriptions },
        paypal: stubPayPal(),
        ...acceptedMails(),
      });
      const cookie = await signInAdmin(app);
      admin = { cookie, user: (await call(app, { method: 'GET', url: '/api/user', cookie })).json() };
      const { paths, components } = openApi.parse(
        (await call(app, { method: 'GET', url: '/api/openapi.json' })).json(),
      );
      described = new Map(
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, one]) => [one.operationId, { ...one, method, path }] as const),
        ),
      );
      problemIn = validatorWith(components);
    });
    afterAll(() => app.close());

    const operationOf = (name: EndpointName): Described => {
      const found = described.get(name);
      if (!found) throw new Error(`${name} is not in the document`);
      return found;
    };

    /** Says what is wrong with a response: a status or a body that the document does not describe. Empty if nothing is wrong. */
    function faultOf(name: EndpointName, response: Awaited<ReturnType<typeof call>>): string {
      const documented = operationOf(name).responses[String(response.statusCode)];
      if (!documented) return `status ${response.statusCode} is not documented: ${response.body}`;
      if (response.statusCode === 304) return response.body;
      const type = String(response.headers['content-type']).split(';')[0] ?? '';
      const body = documented.content?.[type];
      if (!body) return `the type ${type} is not documented`;
      return body.schema ? problemIn(body.schema, response.json()) : '';
    }

    async function callAs(name: EndpointName, changes: { readonly body?: object; readonly unknownId?: string }) {
      const { method, path, parameters = [] } = operationOf(name);
      const { access }: Endpoint = endpoints[name];
      const caller = isStaffAccess(access) ? admin : await signIn(app);
      const good = await validCalls[name](app, { caller, owner: caller });
      const url = parameters
        .filter((parameter) => parameter.in === 'path')
        .reduce((filled, part) => {
          const value = changes.unknownId ?? good.params?.[part.name] ?? '';
          return filled.replace(`{${part.name}}`, encodeURIComponent(value));
        }, path);
      const cookies = [access === 'public' ? '' : caller.cookie, good.cookie ?? ''].filter((part) => part !== '');
      const body = changes.body ?? good.body;
      const response = await call(app, {
        method: httpMethod.parse(method.toUpperCase()),
        url,
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...(body ? { body } : {}),
      });
      return { response, body };
    }

    test('lists every endpoint of the table once, at its path, and nothing else', () => {
      const inTable = names.map((name) => {
        const { method, path }: Endpoint = endpoints[name];
        return `${name} ${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
      });
      const inDocument = Array.from(described, ([name, { method, path }]) => `${name} ${method} ${path}`);
      expect(inDocument.toSorted()).toEqual(inTable.toSorted());
    });

    test.each(names)('accepts a valid request of %s, and its response', async (name) => {
      const { response, body } = await callAs(name, {});
      const { requestBody } = operationOf(name);
      const documented = requestBody?.content[Buffer.isBuffer(body) ? 'image/png' : 'application/json'];
      expect(response.statusCode).toBe(200);
      expect(faultOf(name, response)).toBe('');
      expect(body === undefined ? (requestBody?.required ?? false) : !documented).toBe(false);
      if (body && !Buffer.isBuffer(body)) expect(problemIn(documented?.schema, body)).toBe('');
    });

    test.each(names)('lists every refusal of %s', async (name) => {
      const { method, path, parameters = [] } = operationOf(name);
      const responses = [
        await call(app, { method: httpMethod.parse(method.toUpperCase()), url: path }), // a stranger
        (await callAs(name, { body: { reason: 7 } })).response,
        ...(parameters.length > 0 ? [(await callAs(name, { unknownId: 'nonsense' })).response] : []),
        ...(parameters.length > 0 ? [(await callAs(name, { unknownId: '\0' })).response] : []),
        ...(method === 'get' ? [] : await foreignCalls(app, method, path)),
      ];
      expect(responses.map((response) => faultOf(name, response)).filter((fault) => fault !== '')).toEqual([]);
    });

    test('says which calls accept an API token, and exactly those accept one', async () => {
      const { token } = await makeToken(app, await signInStaff(app, 'owner'));
      for (const [name, { method, path, security }] of described) {
        if (!path.startsWith('/api/')) continue; // elsewhere no token is read
        const isPublic = security.length === 0;
        const isForTokens = isPublic ? method === 'get' : security.some((kind) => 'token' in kind);
        const response = await callWithToken(app, token, {
          method: httpMethod.parse(method.toUpperCase()),
          url: path,
          ...(method === 'get' ? {} : { body: {} }),
        });
        const isRefused = /"code":"token_not_allowed"/.test(response.body);
        expect([name, isRefused]).toEqual([name, !isForTokens]);
      }
    });

    test.each(names.filter((name) => (endpoints[name] as Endpoint).hasEntityTag))(
      '%s has an ETag, and the response is not sent again to a caller that has it',
      async (name) => {
        const { path } = operationOf(name);
        const { headers } = await app.server.inject({ url: path });
        const again = await app.server.inject({ url: path, headers: { 'if-none-match': String(headers.etag) } });
        expect([again.statusCode, faultOf(name, again)]).toEqual([304, '']);
      },
    );
  });
});

const httpMethod = z.enum(['GET', 'POST', 'PATCH', 'DELETE']);

/** A request from another site, one with a body that is too large, and one with a body of another type. */
const foreignCalls = (app: TestApp, method: string, path: string) =>
  Promise.all(
    [
      { headers: { origin: 'https://elsewhere.example' }, payload: '{}' },
      { headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }, payload: ' '.repeat(70_000) },
      { headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' }, payload: 'a,b' },
    ].map((request) => app.server.inject({ method: httpMethod.parse(method.toUpperCase()), url: path, ...request })),
  );

/** Returns a check of values against schemas of a document. The check says what is wrong; its text is empty when nothing is. */
function validatorWith(components: object): (schema: unknown, value: unknown) => string {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  return (schema, value) => {
    const isValid = ajv.validate({ components, ...z.record(z.string(), z.unknown()).parse(schema) }, value);
    return isValid ? '' : ajv.errorsText();
  };
}
