// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

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

/** Ends the loading of the script that was added last, with what it leaves in the window. */
function end(event: 'load' | 'error', left?: unknown): void {
  if (left !== undefined) Reflect.set(window, 'paypal', left);
  added.at(-1)?.dispatchEvent(new Event(event));
}

test('the script comes from the address that the server names, once', async () => {
  const both = Promise.all([load('https://sdk.example'), load('https://sdk.example')]);
  end('load', sdk);
  expect(await both).toEqual([sdk, sdk]);
  await load('https://sdk.example');
  expect(added.map(({ src, async }) => [src, async])).toEqual([['https://sdk.example/web-sdk/v6/core', true]]);
});

test('a script that could not be loaded is loaded at the next try', async () => {
  const first = load('https://sdk.example');
  end('error');
  await expect(first).rejects.toThrow('could not be loaded');
  const second = load('https://sdk.example');
  end('load', sdk);
  expect(await second).toBe(sdk);
  expect(added).toHaveLength(2);
});

test.each([[undefined], [{}], ['text'], [{ createInstance: 6 }], [{ Buttons: () => undefined }]])(
  'a script that leaves %j is not PayPal’s',
  async (left) => {
    const loaded = load('https://sdk.example');
    end('load', left);
    await expect(loaded).rejects.toThrow('brought no web SDK');
  },
);
