import { describe, expect, test, vi } from 'vitest';
import { donorCalls } from '#contract/calls/donor.ts';
import { donationCalls } from '#contract/calls/donation.ts';
import { receiptCalls } from '#contract/calls/receipt.ts';
import { reportCalls } from '#contract/calls/public/report.ts';
import { ApiError, callEndpoint, fileAddress, UnexpectedResponseError } from './api.ts';

/** Stubs the server with one response to every call. Returns the calls, as they are made. */
function respondWith(body: string, init: ResponseInit = {}): { path: string; request: RequestInit }[] {
  const calls: { path: string; request: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    calls.push({ path, request });
    return new Response(body, init);
  });
  return calls;
}

const refusalOf = async (body: string, init: ResponseInit): Promise<unknown> => {
  respondWith(body, init);
  return callEndpoint(donationCalls.listSnacks, {}).catch((problem: unknown) => problem);
};

const json = (value: unknown): string => JSON.stringify(value);

describe('a call', () => {
  test('carries cookies, and no content type without a body', async () => {
    const calls = respondWith(json([]));
    await callEndpoint(donationCalls.listSnacks, {});
    const signal: unknown = expect.any(AbortSignal); // the call ends after a time limit
    const request = { method: 'GET', credentials: 'include', headers: {}, body: null, signal };
    expect(calls).toEqual([{ path: '/api/snacks', request }]);
  });

  test('sends a body as JSON, and adds the given headers', async () => {
    const calls = respondWith(json({ url: '/pay' }));
    const body = {
      amount: 524,
      currency: 'cad',
      donationData: { amount: 3.5, charityId: 6 },
      successUrl: 'https://site.example/donation-success',
      cancelUrl: 'https://site.example/',
    };
    await callEndpoint(donationCalls.createCheckoutSession, {
      body,
      headers: { 'idempotency-key': 'key-of-this-donation' },
    });
    expect(calls[0]?.request).toEqual({
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-of-this-donation' },
      body: json(body),
      signal: expect.any(AbortSignal),
    });
  });

  test('escapes the parameters of its path', async () => {
    const calls = respondWith(json({ status: 'pending' }));
    await callEndpoint(receiptCalls.confirmDonation, { params: { id: '../user?x=1' } });
    expect(calls[0]?.path).toBe('/api/donations/..%2Fuser%3Fx%3D1/confirm');
  });

  test('that downloads a file has an address for links', () => {
    expect(fileAddress(reportCalls.downloadReceipt, { id: 'don/1' })).toBe('/api/donations/don%2F1/receipt.pdf');
  });

  test('returns only the fields in the contract', async () => {
    respondWith(json([{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, secret: true }]));
    expect(await callEndpoint(donationCalls.listSnacks, {})).toEqual([
      { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3 },
    ]);
  });

  test.each(['', '<p>', '{}', '[{"id":1}]'])(
    'rejects with UnexpectedResponseError when the response is %j',
    async (body) => {
      respondWith(body);
      await expect(callEndpoint(donationCalls.listSnacks, {})).rejects.toBeInstanceOf(UnexpectedResponseError);
    },
  );

  test("rejects with the browser's own error when the server cannot be reached", async () => {
    const problem = new TypeError('Failed to fetch');
    vi.stubGlobal('fetch', () => Promise.reject(problem));
    await expect(callEndpoint(donationCalls.listSnacks, {})).rejects.toBe(problem);
  });
});

test.each([donationCalls.listSnacks, donorCalls.listDonations, donorCalls.getImpact, donorCalls.getRewards])(
  'a call refused with 401 rejects with the server’s sentence: $path',
  async (endpoint) => {
    respondWith(json({ code: 'sign_in_required', message: 'Please sign in.' }), { status: 401 });
    await expect(callEndpoint(endpoint, {})).rejects.toThrow('401: Please sign in.');
  },
);

describe('a refusal', () => {
  const status = { status: 409, statusText: 'Conflict' };

  test.each([
    ['the message of a JSON body', json({ message: 'Look again', error: 'no' }), '409: Look again', 'Look again'],
    [
      'the error of a JSON body without a message',
      json({ error: 'Prices moved' }),
      '409: Prices moved',
      'Prices moved',
    ],
    ['a JSON body without either', json({ code: 'x' }), '409: {"code":"x"}', 'Server error: 409'],
    ['a body that is not JSON', '<h1>Oh</h1>', '409: <h1>Oh</h1>', 'Network error'],
    ['the status text when there is no body', '', '409: Conflict', 'Network error'],
  ])('is described by %s', async (_, body, message, sentence) => {
    const refusal = await refusalOf(body, status);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 409, message, text: message.replace('409: ', ''), sentence });
  });

  test('has the code that the server sent', async () => {
    expect(await refusalOf(json({ code: 'prices_changed', error: 'e', message: 'e' }), status)).toMatchObject({
      code: 'prices_changed',
    });
  });

  test('has no code when the server sent none', async () => {
    expect(await refusalOf('', status)).toMatchObject({ code: undefined });
  });
});
