import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { askCheckout, checkoutPath, postText, refusal } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { countRows, noRows } from '#test/support/table-rows.ts';

const good = checkoutBody();
const goodText = JSON.stringify(good);

/** The text of the good body with one JSON fragment put where another was, so that it may be what no object can hold. */
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
function replaced(path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(good) as unknown as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((node, key) => node[key] as Record<string, unknown>, copy);
  parent[path.at(-1)!] = value;
  return copy;
}

const unreadable: readonly [string, string | Buffer][] = [
  ['no body', ''],
  ['broken JSON', '{"amount": 524,'],
  ['two documents', `${goodText}${goodText}`],
  ['JSON with a comment', `/* gift */${goodText}`],
  ['NaN for a number', withText('"amount":524', '"amount":NaN')],
  ['a text', '"amount"'],
  ['a number', '524'],
  ['null', 'null'],
  ['a list', `[${goodText}]`],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
  ['an own amount beyond all numbers', withText('"amount":3.5', '"amount":1e999')],
  ['lists 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['objects 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a donation 10,000 deep', withText('"charityId":6', `"charityId":${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
  ['a prototype of its own', withText('{"amount"', '{"__proto__":{"polluted":true},"amount"')],
  ['a prototype by its escape', withText('{"amount"', String.raw`{"\u005f_proto__":{"polluted":true},"amount"`)],
  ['a constructor with a prototype', withText('{"amount"', '{"constructor":{"prototype":{"polluted":true}},"amount"')],
  ['a prototype for the donation', withText('"donationData":{', '"donationData":{"__proto__":{"polluted":true},')],
  ['NUL in a name', withText('"snackName":"Coffee"', String.raw`"snackName":"Cof\u0000fee"`)],
  ['NUL in the currency', withText('"currency":"cad"', String.raw`"currency":"cad\u0000"`)],
  ['NUL in a field that nobody reads', withText('{"amount"', String.raw`{"note":"\u0000","amount"`)],
  ['NUL in the name of a field', withText('{"amount"', String.raw`{"no\u0000te":1,"amount"`)],
  ['half a character in a name', withText('"charityName":"', String.raw`"charityName":"\ud800`)],
  ['the other half in a name', withText('"charityName":"', String.raw`"charityName":"\udc00`)],
  ['half a character deep in the stack', withText('"id":1,"name":"Coffee"', String.raw`"id":1,"name":"\udfff"`)],
  ['half a character in the time zone', withText('"timeZone":"', String.raw`"timeZone":"\ud83d`)],
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
  describe('a checkout asked for by an odd body', () => {
    const cards = stubCards();
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
    });
    afterAll(() => app.close());
    beforeEach(() => void (cards.opened.length = 0));

    const expectNothingHappened = async (): Promise<void> => {
      expect(await countRows(app.deps.db.read)).toEqual(noRows);
      expect(cards.opened).toEqual([]);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    };

    test.each(unreadable)('%s is refused with 400, and nothing happens', async (_what, body) => {
      const answer = await postText(app, checkoutPath, body);
      const { code, error } = answer.json<{ code: string; error: string }>();
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refusal(code, error));
      await expectNothingHappened();
    });

    test.each(contentTypes)('a body of the type %s is refused with 415', async (type) => {
      const answer = await postText(app, checkoutPath, goodText, { 'content-type': type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toEqual(refusal('unsupported_content_type', 'The request must be JSON.'));
      await expectNothingHappened();
    });

    test('a body without a type is refused with 415', async () => {
      const answer = await app.server.inject({
        method: 'POST',
        url: checkoutPath,
        payload: goodText,
        headers: { origin: ownOrigin, 'content-type': '' },
      });
      expect(answer.statusCode).toBe(415);
      await expectNothingHappened();
    });

    test('no body and no type is refused with 400', async () => {
      const answer = await app.server.inject({ method: 'POST', url: checkoutPath, headers: { origin: ownOrigin } });
      expect(answer.statusCode).toBe(400);
      await expectNothingHappened();
    });

    test('64 kB are read, and one byte more is refused with 413', async () => {
      const padded = (bytes: number): string => goodText + ' '.repeat(bytes - goodText.length);
      expect((await postText(app, checkoutPath, padded(64 * 1024))).statusCode).toBe(200);
      await app.deps.db.write.deleteFrom('donation_intents').execute();
      cards.opened.length = 0;
      const answer = await postText(app, checkoutPath, padded(64 * 1024 + 1));
      expect(answer.statusCode).toBe(413);
      expect(answer.json()).toEqual(refusal('body_too_large', 'The request is too large.'));
      await expectNothingHappened();
    });

    const wrongKinds: Record<string, unknown> = { text: 'x', list: [], object: {}, truth: true, nothing: null };
    const required = [['amount'], ['currency'], ['donationData'], ['successUrl'], ['cancelUrl']];
    const requiredOfDonation = [
      ['donationData', 'amount'],
      ['donationData', 'charityId'],
    ];

    test.each([...required, ...requiredOfDonation].map((path) => [path.join('.'), path] as const))(
      'without %s it is refused in a sentence of ours',
      async (_name, path) => {
        const answer = await askCheckout(app, replaced(path, undefined));
        expect(answer.statusCode).toBe(400);
        expect(answer.json<{ error: string }>().error).not.toContain('Invalid input');
        await expectNothingHappened();
      },
    );

    test.each(fieldPaths.map((path) => [path.join('.'), path] as const))(
      'another kind of value for %s never does harm',
      async (_name, path) => {
        for (const [kind, value] of Object.entries(wrongKinds)) {
          const answer = await askCheckout(app, replaced(path, value));
          const isHarmless = answer.statusCode === 200 && isFreeToVary(path, value);
          expect({ kind, isRefused: [400, 401, 409].includes(answer.statusCode) || isHarmless }).toEqual({
            kind,
            isRefused: true,
          });
          if (answer.statusCode === 200) await app.deps.db.write.deleteFrom('donation_intents').execute();
          else expect(await countRows(app.deps.db.read)).toEqual(noRows);
        }
      },
    );

    test('no mutation of a body is ever an accident of ours, and a refused one writes nothing', async () => {
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
          const answer = await askCheckout(app, body);
          expect(answer.statusCode).toBeLessThan(500);
          if (answer.statusCode !== 200) await expectNothingHappened();
          cards.opened.length = 0;
          await app.deps.db.write.deleteFrom('donation_intents').execute();
        }),
        { numRuns: 150 },
      );
      expect(app.logged.filter((line) => Number(line['level']) >= 50)).toEqual([]);
    });
  });
});

/** Names are display text, and what is optional may be missing or empty. */
function isFreeToVary(path: readonly string[], value: unknown): boolean {
  const name = path.at(-1)!;
  if (['charityName', 'snackName', 'name', 'timeZone'].includes(name)) return typeof value === 'string';
  if (name === 'snackId') return value === null;
  return name === 'stackedSnacks' && Array.isArray(value); // snackId names the snack then
}

test("the sentences of a refused checkout are the spec's own", () => {
  expect(checkoutSentences).toMatchObject({
    charityMissing: 'Please select a charity to donate to',
    charityUnknown: 'Please select a valid charity',
    amountInvalid: 'Please select a snack or enter a valid donation amount',
    pricesChanged: 'Prices have changed. Please review your donation and try again.',
    providerUnavailable: 'Unable to process payment. Please try again.',
  });
});
