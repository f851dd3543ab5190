import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { postCheckout, checkoutPath, postText, refusal } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

const good = checkoutBody();
const goodText = JSON.stringify(good);

/** The good body as text with one JSON fragment replaced, for content that no JavaScript object can have. */
const withText = (from: string, to: string): string => {
  if (!goodText.includes(from)) throw new Error(`${from} is not in the body`);
  return goodText.replace(from, to);
};

const fieldPaths = [
  ...Object.keys(good).map((key) => [key]),
  ...Object.keys(good.donationData).map((key) => ['donationData', key]),
  ...['id', 'name', 'price', 'mealsProvided', 'quantity'].map((key) => ['donationData', 'stackedSnacks', '0', key]),
];

/** A copy of the good body with the value at a path replaced. */
function withValue(path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(good) as unknown as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((node, key) => node[key] as Record<string, unknown>, copy);
  parent[path.at(-1)!] = value;
  return copy;
}

const unreadable: readonly [string, string | Buffer][] = [
  ['no body', ''],
  ['broken JSON', '{"amount": 524,'],
  ['two documents', `${goodText}${goodText}`],
  ['JSON with a comment', `/* donation */${goodText}`],
  ['NaN for a number', withText('"amount":524', '"amount":NaN')],
  ['a string', '"amount"'],
  ['a number', '524'],
  ['null', 'null'],
  ['a list', `[${goodText}]`],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
  ['a custom amount too large for a number', withText('"amount":3.5', '"amount":1e999')],
  ['lists 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['objects 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a donation 10,000 deep', withText('"charityId":6', `"charityId":${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
  ['a __proto__ key', withText('{"amount"', '{"__proto__":{"polluted":true},"amount"')],
  ['an escaped __proto__ key', withText('{"amount"', String.raw`{"\u005f_proto__":{"polluted":true},"amount"`)],
  ['a constructor.prototype key', withText('{"amount"', '{"constructor":{"prototype":{"polluted":true}},"amount"')],
  ['a __proto__ key in the donation', withText('"donationData":{', '"donationData":{"__proto__":{"polluted":true},')],
  ['NUL in a name', withText('"snackName":"Coffee"', String.raw`"snackName":"Cof\u0000fee"`)],
  ['NUL in the currency', withText('"currency":"cad"', String.raw`"currency":"cad\u0000"`)],
  ['NUL in an unknown field', withText('{"amount"', String.raw`{"note":"\u0000","amount"`)],
  ['NUL in a field name', withText('{"amount"', String.raw`{"no\u0000te":1,"amount"`)],
  ['a lone high surrogate in a name', withText('"charityName":"', String.raw`"charityName":"\ud800`)],
  ['a lone low surrogate in a name', withText('"charityName":"', String.raw`"charityName":"\udc00`)],
  ['a lone surrogate deep in the stack', withText('"id":1,"name":"Coffee"', String.raw`"id":1,"name":"\udfff"`)],
  ['a lone surrogate in the time zone', withText('"timeZone":"', String.raw`"timeZone":"\ud83d`)],
];

const contentTypes: readonly string[] = [
  'text/plain',
  'text/plain; charset=utf-8',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
  'application/jsonp',
];

forEachDatabase((engine) => {
  describe('the body of a checkout request', () => {
    const cards = stubCards();
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
    });
    afterAll(() => app.close());
    beforeEach(() => void (cards.opened.length = 0));

    const expectNoEffect = async (): Promise<void> => {
      expect(await countRows(app.deps.db.read)).toEqual(noRows);
      expect(cards.opened).toEqual([]);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    };

    test.each(unreadable)('%s is refused with 400 and has no effect', async (_what, body) => {
      const response = await postText(app, checkoutPath, body);
      const { code, error } = response.json<{ code: string; error: string }>();
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(refusal(code, error));
      await expectNoEffect();
    });

    test.each(contentTypes)('a body of type %s is refused with 415', async (type) => {
      const response = await postText(app, checkoutPath, goodText, { 'content-type': type });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toEqual(refusal('unsupported_content_type', 'The request must be JSON.'));
      await expectNoEffect();
    });

    test('a body without a content type is refused with 415', async () => {
      const response = await app.server.inject({
        method: 'POST',
        url: checkoutPath,
        payload: goodText,
        headers: { origin: ownOrigin, 'content-type': '' },
      });
      expect(response.statusCode).toBe(415);
      await expectNoEffect();
    });

    test('a request without a body or content type is refused with 400', async () => {
      const response = await app.server.inject({ method: 'POST', url: checkoutPath, headers: { origin: ownOrigin } });
      expect(response.statusCode).toBe(400);
      await expectNoEffect();
    });

    test('a body of 64 kB is accepted, and one byte more is refused with 413', async () => {
      const padded = (bytes: number): string => goodText + ' '.repeat(bytes - goodText.length);
      expect((await postText(app, checkoutPath, padded(64 * 1024))).statusCode).toBe(200);
      await app.deps.db.write.deleteFrom('donation_intents').execute();
      cards.opened.length = 0;
      const response = await postText(app, checkoutPath, padded(64 * 1024 + 1));
      expect(response.statusCode).toBe(413);
      expect(response.json()).toEqual(refusal('body_too_large', 'The request is too large.'));
      await expectNoEffect();
    });

    const wrongTypes: Record<string, unknown> = { string: 'x', array: [], object: {}, boolean: true, null: null };
    const required = [['amount'], ['currency'], ['donationData'], ['successUrl'], ['cancelUrl']];
    const requiredOfDonation = [
      ['donationData', 'amount'],
      ['donationData', 'charityId'],
    ];

    test.each([...required, ...requiredOfDonation].map((path) => [path.join('.'), path] as const))(
      'a body without %s is refused with our own sentence',
      async (_name, path) => {
        const response = await postCheckout(app, withValue(path, undefined));
        expect(response.statusCode).toBe(400);
        expect(response.json<{ error: string }>().error).not.toContain('Invalid input');
        await expectNoEffect();
      },
    );

    test.each(fieldPaths.map((path) => [path.join('.'), path] as const))(
      'a value of the wrong type for %s is refused or harmless',
      async (_name, path) => {
        for (const [type, value] of Object.entries(wrongTypes)) {
          const response = await postCheckout(app, withValue(path, value));
          const isHarmless = response.statusCode === 200 && mayVary(path, value);
          expect({ type, isRefused: [400, 401, 409].includes(response.statusCode) || isHarmless }).toEqual({
            type,
            isRefused: true,
          });
          if (response.statusCode === 200) await app.deps.db.write.deleteFrom('donation_intents').execute();
          else expect(await countRows(app.deps.db.read)).toEqual(noRows);
        }
      },
    );

    test('no mutated body causes a server error, and a refused one writes nothing', async () => {
      const mutation = fc.record({ path: fc.constantFrom(...fieldPaths), value: fc.jsonValue({ maxDepth: 3 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
          const body = mutations.reduce<unknown>((mutated, { path, value }) => {
            const copy = structuredClone(mutated) as Record<string, unknown>;
            const parent = path
              .slice(0, -1)
              .reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], copy);
            if (typeof parent === 'object' && parent !== null)
              (parent as Record<string, unknown>)[path.at(-1)!] = value;
            return copy;
          }, good);
          const response = await postCheckout(app, body);
          expect(response.statusCode).toBeLessThan(500);
          if (response.statusCode !== 200) await expectNoEffect();
          cards.opened.length = 0;
          await app.deps.db.write.deleteFrom('donation_intents').execute();
        }),
        { numRuns: 150 },
      );
      expect(app.logged.filter((line) => Number(line['level']) >= 50)).toEqual([]);
    });
  });
});

/** Returns true if a value of another type is harmless: names are display text, and optional fields may be empty. */
function mayVary(path: readonly string[], value: unknown): boolean {
  const name = path.at(-1)!;
  if (['charityName', 'snackName', 'name', 'timeZone'].includes(name)) return typeof value === 'string';
  if (name === 'snackId') return value === null;
  return name === 'stackedSnacks' && Array.isArray(value); // if the list is empty, snackId names the snack
}

test('a refused checkout uses the sentences of the spec', () => {
  expect(checkoutSentences).toMatchObject({
    charityMissing: 'Please select a charity to donate to',
    charityUnknown: 'Please select a valid charity',
    amountInvalid: 'Please select a snack or enter a valid donation amount',
    pricesChanged: 'Prices have changed. Please review your donation and try again.',
    providerUnavailable: 'Unable to process payment. Please try again.',
  });
});
