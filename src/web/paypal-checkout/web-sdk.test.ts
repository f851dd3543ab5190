// @vitest-environment happy-dom
import type { PayPalV6Namespace } from '@paypal/paypal-js/sdk-v6';
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import type { WebSdk } from './web-sdk.ts';

const sdk = { createInstance: vi.fn<() => Promise<never>>() };
let added: HTMLScriptElement[];
let load: typeof import('./web-sdk.ts').loadWebSdk;

beforeEach(async () => {
  added = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => void added.push(script as HTMLScriptElement));
  vi.resetModules();
  ({ loadWebSdk: load } = await import('./web-sdk.ts'));
});
afterEach(() => Reflect.deleteProperty(window, 'paypal'));

/** Sets `window.paypal`, then finishes the script that was added last. */
function finish(event: 'load' | 'error', paypal?: unknown): void {
  if (paypal !== undefined) Reflect.set(window, 'paypal', paypal);
  added.at(-1)?.dispatchEvent(new Event(event));
}

test('the script is loaded once, from the address that the server gives', async () => {
  const both = Promise.all([load('https://sdk.example'), load('https://sdk.example')]);
  finish('load', sdk);
  expect(await both).toEqual([sdk, sdk]);
  await load('https://sdk.example');
  expect(added.map(({ src, async }) => [src, async])).toEqual([['https://sdk.example/web-sdk/v6/core', true]]);
});

test('a script that failed to load is loaded again on the next call', async () => {
  const first = load('https://sdk.example');
  finish('error');
  await expect(first).rejects.toThrow('could not be loaded');
  const second = load('https://sdk.example');
  finish('load', sdk);
  expect(await second).toBe(sdk);
  expect(added).toHaveLength(2);
});

test.each([[undefined], [{}], ['text'], [{ createInstance: 6 }], [{ Buttons: () => undefined }]])(
  'a script that sets window.paypal to %j is rejected',
  async (paypal) => {
    const loaded = load('https://sdk.example');
    finish('load', paypal);
    await expect(loaded).rejects.toThrow('contains no web SDK');
  },
);

/** Checked by the compiler. */
test("our types of PayPal's script agree with the published ones", () => {
  expectTypeOf<PayPalV6Namespace>().toExtend<WebSdk>();
});
