import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';
import { returnAddress } from './return-address.ts';

/** Addresses that are refused on http://localhost:3000, even though many lead there or look as if they did. */
const foreignAddresses = [
  'http://evil.example/',
  'http://evil.example/?next=http://localhost:3000/',
  'http://evil.example#http://localhost:3000/',
  '//evil.example/donation-success',
  '///evil.example',
  '/donation-success',
  'donation-success',
  '',
  ' ',
  'http://',
  'http:///donation-success',
  'http://localhost:3000@evil.example/',
  'http://localhost:3000:80@evil.example/',
  'http://user@localhost:3000/',
  'http://user:pass@localhost:3000/',
  'http://@localhost:3000/',
  'http://localhost:3000.evil.example/',
  'http://localhost.evil.example:3000/',
  'http://evil.example:3000/',
  'http://evillocalhost:3000/',
  'http://localhost.:3000/',
  'http://localhost:3001/',
  'http://localhost/',
  'http://localhost:03000/',
  'https://localhost:3000/',
  'ftp://localhost:3000/',
  'javascript:alert(1)//http://localhost:3000/',
  'JAVASCRIPT:alert(1)',
  'data:text/html,http://localhost:3000/',
  'blob:http://localhost:3000/5c6e',
  'file:///etc/hosts',
  'http:localhost:3000/donation-success',
  'http:/localhost:3000/donation-success',
  'http:\\\\localhost:3000\\donation-success',
  '\\\\evil.example\\donation-success',
  'http://localhost:3000\\@evil.example/',
  'http://localhost:3000/\\evil.example',
  'http://localhost:3000/\t/evil.example',
  'ht\ntp://localhost:3000/',
  'http://local\thost:3000/',
  'http://localhost:3000/\r\nLocation: http://evil.example/',
  'http://localhost:3000/\u0001',
  'http://localhost:3000/\u007f',
  ' http://localhost:3000/',
  'http://localhost:3000/ ',
  'http://localhost:3000/\u00a0',
  'http://127\u30020\u30020\u30021:3000/',
  'http://loc\u00adalhost:3000/',
  'http://\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54:3000/',
  'http://l\u043ecalhost:3000/',
  'http://localhost:3000/\u202e/moc.live',
  'http://127.1:3000/',
  'http://2130706433:3000/',
  'http://0x7f000001:3000/',
  'http://127.0.0.2:3000/',
  'http://[::ffff:127.0.0.1]:3000/',
  'http://localhost%2eevil.example:3000/',
  'http://%6cocalhost:3000/',
  `http://localhost:3000/${'a'.repeat(4000)}`,
];

const ownAddresses = [
  'http://localhost:3000',
  'http://localhost:3000/',
  'HTTP://LOCALHOST:3000/donation-success',
  'http://localhost:3000/donation-success?a=1&b=%C3%A9#donate',
  'http://localhost:3000?next=//evil.example',
  'http://localhost:3000#@evil.example',
  'http://127.0.0.1:3000/donation-success',
  'http://[::1]:3000/donation-success',
  'http://localhost:3000//evil.example', // the double slash is part of our own path
];

forEachDatabase((engine) => {
  describe('a return address', () => {
    const cards = stubCards();
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
    });
    afterAll(() => app.close());
    beforeEach(() => void (cards.opened.length = 0));

    const { addressInvalid } = checkoutSentences;

    test.each(foreignAddresses)('%j is refused as success and as cancel address', async (address) => {
      for (const request of [{ successUrl: address }, { cancelUrl: address }]) {
        const response = await postCheckout(app, checkoutBody({ request }));
        expect(response.statusCode).toBe(400);
        expect([refusal('invalid_address', addressInvalid), refusal('invalid_request', addressInvalid)]).toContainEqual(
          response.json(),
        );
      }
      expect(await countRows(app.deps.db.read)).toEqual(noRows);
      expect(cards.opened).toEqual([]);
    });

    test.each(['\0', 'http://localhost:3000/\0', 'http://localhost:3000/\ud800'])(
      '%j is refused as text that cannot be stored',
      async (address) => {
        const response = await postCheckout(app, checkoutBody({ request: { successUrl: address } }));
        expect({ status: response.statusCode, code: response.json().code }).toEqual({
          status: 400,
          code: 'invalid_request',
        });
        expect(await countRows(app.deps.db.read)).toEqual(noRows);
      },
    );

    test.each(ownAddresses)('%j is accepted as a page of this site', async (address) => {
      const response = await postCheckout(app, checkoutBody({ request: { successUrl: address, cancelUrl: address } }));
      expect(response.statusCode).toBe(200);
      expect(cards.opened.at(-1)?.cancelUrl).toBe(new URL(address).href);
      expect(new URL(cards.opened.at(-1)!.successUrl).origin).toBe(new URL(address).origin);
      await app.deps.db.write.deleteFrom('donation_intents').execute();
    });
  });
});

describe('a return address on a public site', () => {
  const config = { publicUrl: 'https://give.example' } as Parameters<typeof returnAddress>[1];

  test.each(['https://give.example/donation-success', 'https://give.example:443/'])('%s is accepted', (address) => {
    expect(returnAddress(address, config)?.origin).toBe('https://give.example');
  });

  test.each([
    'http://give.example/',
    'https://give.example:8443/',
    'https://www.give.example/',
    'https://give.example.evil.example/',
    'http://localhost/',
    'https://localhost/',
    'https://127.0.0.1/',
  ])('%s is refused', (address) => {
    expect(returnAddress(address, config)).toBeUndefined();
  });
});
