// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import {
  coffee,
  ownKeyId,
  ownLogKeys,
  ownPayoutProof,
  ownPromise,
  ownReceiptProof,
} from '#test/support/public-log/own-proofs.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { createQueryClient } from '#web/query-client.ts';
import { verifyAddress } from './proof-link.ts';
import VerifyPage, { prefetch } from './verify-page.tsx';

const included = ownReceiptProof();
const { head } = included.evidence;
const altered = { ...included, entry: included.entry.replace('4.76', '47.6') };
const payout = ownPayoutProof();

const withDonation = (from: string, to: string): string =>
  JSON.stringify({ ...payout, donation: { ...payout.donation, entry: payout.donation.entry.replace(from, to) } });
const withPayout = (from: string, to: string): string =>
  JSON.stringify({ ...payout, payout: { ...payout.payout, entry: payout.payout.entry.replace(from, to) } });

let cache = createQueryClient();
const open = (address: string) =>
  render(
    <QueryClientProvider client={cache}>
      <RouterAt address={address}>
        <VerifyPage />
      </RouterAt>
    </QueryClientProvider>,
  );
const fileOf = (content: string): File => new File([content], 'some-proof.json', { type: 'application/json' });
const upload = (content: string) => userEvent.upload(screen.getByLabelText('Proof file'), fileOf(content));

describe('/verify', () => {
  const fetched = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();
  /** Checks that only the keys, which are the same for every proof, were requested from the server. */
  const expectOnlyKeysFetched = () =>
    expect(fetched.mock.calls.map(([address, { method, body }]) => [method, address, body])).toEqual([
      ['GET', '/api/log/keys', null],
    ]);
  beforeEach(() => {
    cache = createQueryClient();
    fetched.mockReset();
    fetched.mockImplementation(async () => Response.json(ownLogKeys));
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('crypto', webcrypto);
  });

  test('checks the proof in its link, says what it has checked and what it cannot, and sends it nowhere', async () => {
    open(verifyAddress(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
    const lists = screen.getAllByRole('list').map((list) => list.textContent);
    expect(lists[0]).toContain(
      'CA$5.24 was paid on Mar 4, 2026: CA$4.76 for Food banks across Canada and CA$0.48 service fee.',
    );
    expect(lists[0]).toContain('leaf 0 of the log');
    expect(lists[0]).toContain(`The key ${ownKeyId} signed the log with 1 leaf on Mar 24, 2026.`);
    expect(lists[0]).toContain('Our server says that this key is one of our log’s.');
    for (const limit of ['the same key', 'its script comes from our server', head.rootHash, 'That the money moved'])
      expect(lists[1]).toContain(limit);
    expectOnlyKeysFetched();
  });

  test('checks a promise, and says that it is only a promise', async () => {
    open(verifyAddress(ownPromise()));
    expect(await screen.findByRole('heading', { name: 'This is our signed promise' })).toBeTruthy();
    expect(screen.getAllByRole('list')[1]!.textContent).toContain('That it is in the log');
  });

  test('checks a file', async () => {
    open('/verify');
    expect(screen.queryByRole('article')).toBeNull();
    await upload(JSON.stringify(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
  });

  test('checks the file of a payout, says what it has checked and what it cannot, and sends it nowhere', async () => {
    open('/verify');
    await upload(JSON.stringify(payout));
    expect(await screen.findByRole('heading', { name: 'The payout names this donation' })).toBeTruthy();
    const [checked, limits] = screen.getAllByRole('list').map((list) => list.textContent);
    for (const sentence of [
      'CA$5.24 was paid on Mar 4, 2026: CA$4.76 for Food banks across Canada and CA$0.48 service fee.',
      'The payout of CA$7.14 to Food banks across Canada on Mar 24, 2026 names exactly this entry, one of 2.',
      'Its bank reference is BANK-1.',
      'The payout is leaf 0 of the log.',
      `The key ${ownKeyId} signed the log with 1 leaf on Mar 24, 2026.`,
    ])
      expect(checked).toContain(sentence);
    for (const limit of [
      'the same key',
      'its script comes from our server',
      payout.payout.evidence.head.rootHash,
      'That our bank sent the money, or that it arrived',
      'Whether any of the donation was refunded',
    ])
      expect(limits).toContain(limit);
    expectOnlyKeysFetched();
  });

  test('refuses a file that is too large for a proof, without reading it', async () => {
    const read = vi.spyOn(Blob.prototype, 'text');
    open('/verify');
    await upload(JSON.stringify(included).padEnd(100_001));
    expect(await screen.findByText('This file is too large. A proof has only a few kilobytes.')).toBeTruthy();
    expect(read).not.toHaveBeenCalled();
  });

  test.each([
    ['a receipt', JSON.stringify(included)],
    ['a promise', JSON.stringify(ownPromise())],
    ['a payout', JSON.stringify(payout)],
  ])('refuses %s that someone else has signed', async (_what, content) => {
    const [key] = ownLogKeys.keys;
    const others = [{ ...key, publicKey: 'ab'.repeat(32) }]; // an id of 8 bytes could be made to match
    fetched.mockImplementation(async () => Response.json({ keys: others }));
    open('/verify');
    await upload(content);
    expect(await screen.findByRole('heading', { name: 'This proof does not hold' })).toBeTruthy();
    expect(screen.getByRole('article').textContent).toContain('It is signed with a key that is not one of ours.');
  });

  test('sends no request after the page has loaded', async () => {
    prefetch(cache);
    open('/verify');
    await vi.waitUntil(() => fetched.mock.settledResults.length > 0);
    fetched.mockRejectedValue(new Error('offline'));
    await upload(JSON.stringify(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
    expectOnlyKeysFetched();
  });

  test('requests the keys again for an unknown key, which may be newer than the page', async () => {
    fetched.mockImplementationOnce(async () => Response.json({ keys: [] }));
    open(verifyAddress(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('does not say that a proof holds when it cannot learn which keys are ours', async () => {
    fetched.mockImplementation(async () => Response.json({}, { status: 503 }));
    open(verifyAddress(included));
    expect(await screen.findByRole('heading', { name: 'We could not check whose key this is' })).toBeTruthy();
    expect(screen.queryByText('Our server says that this key is one of our log’s.')).toBeNull();
  });

  test('checks a link that is opened after a file was checked', async () => {
    open('/verify');
    await upload(JSON.stringify(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
    act(() => navigate(verifyAddress(altered)));
    expect(await screen.findByRole('heading', { name: 'This proof does not hold' })).toBeTruthy();
  });

  test('checks a file of the same name again when it has changed', async () => {
    open('/verify');
    await upload(JSON.stringify(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Proof file').value).toBe('');
    await upload(JSON.stringify(altered));
    expect(await screen.findByRole('heading', { name: 'This proof does not hold' })).toBeTruthy();
  });

  test('says that a payout names nothing else, or a refund', async () => {
    const { paidAt, ...rest } = coffee;
    const donation = { ...rest, kind: 'refund', paidAt: undefined, reversedAt: paidAt };
    open('/verify');
    await upload(JSON.stringify(ownPayoutProof({ donation, siblings: 0 })));
    expect(await screen.findByRole('heading', { name: 'The payout names this refund' })).toBeTruthy();
    const [checked] = screen.getAllByRole('list').map((list) => list.textContent);
    expect(checked).toContain('CA$5.24 was refunded on Mar 4, 2026');
    expect(checked).toContain('names exactly this entry, the only one');
  });

  test.each([
    ['an altered entry', JSON.stringify(altered), 'What it says is not what is in the log'],
    ['another file', '{"format":"other"}', 'This is not the proof of a receipt or a payout'],
    ['text that is not JSON', 'receipt', 'This is not the proof of a receipt or a payout'],
    ['half a file', JSON.stringify(payout).slice(0, 300), 'a part of it is missing'],
    [
      'a donation that the payout does not name',
      withDonation('4.76', '47.6'),
      'The payout does not name this donation',
    ],
    ['a payout of another amount', withPayout('7.14', '71.4'), 'What it says is not what is in the log'],
    ['an unreadable payout', withPayout('"paidOn":', '"sentOn":'), 'It does not say what was donated or paid out'],
    [
      'a payout to another charity',
      JSON.stringify(ownPayoutProof({ payout: { charity: 7 } })),
      'The payout went to a different charity than the donation',
    ],
  ])('refuses %s, with the reason', async (_what, content, reason) => {
    open('/verify');
    await upload(content);
    expect((await screen.findByRole('article')).textContent).toContain('This proof does not hold');
    expect(screen.getByRole('article').textContent).toContain(reason);
  });

  test.each(['#some-proof', '#%00', '#A', `${verifyAddress(included).slice(7)}AA`])(
    'refuses the damaged link %s without an error',
    async (link) => {
      open(`/verify${link}`);
      expect((await screen.findByRole('article')).textContent).toContain('This proof does not hold');
    },
  );

  describe('in a browser without Ed25519', () => {
    beforeEach(() => {
      const { subtle } = webcrypto;
      vi.stubGlobal('crypto', {
        getRandomValues: webcrypto.getRandomValues.bind(webcrypto),
        subtle: {
          digest: subtle.digest.bind(subtle),
          importKey: () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
        },
      });
    });

    test('accepts and refuses the same proofs', async () => {
      const { unmount } = open(verifyAddress(included));
      expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
      unmount();
      const signature = `${head.signature.slice(0, 10)}ff${head.signature.slice(12)}`;
      open(verifyAddress({ ...included, evidence: { ...included.evidence, head: { ...head, signature } } }));
      expect((await screen.findByRole('article')).textContent).toContain('The signature does not match');
    });
  });

  test('says so when the browser offers no cryptography', async () => {
    vi.stubGlobal('crypto', {});
    open(verifyAddress(included));
    expect(await screen.findByRole('heading', { name: 'Your browser cannot check this here' })).toBeTruthy();
  });
});
