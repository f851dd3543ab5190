// @vitest-environment happy-dom
import { createHash, generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toHex } from '#domain/public-log/bytes.ts';
import { committedBytes, entryText } from '#domain/public-log/log-entry.ts';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { headBytes, promiseBytes } from '#domain/public-log/signed-texts.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { verifyAddress } from './proof-link.ts';
import VerifyPage from './verify-page.tsx';

const hash = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const keyId = toHex(hash(rawKey)).slice(0, 16);
const entry = entryText({
  kind: 'donation',
  donation: 'don_1',
  charity: 6,
  charityName: 'Food banks across Canada',
  currency: 'CAD',
  amount: '4.76',
  serviceFee: '0.48',
  total: '5.24',
  paidAt: '2026-03-04T12:00:00.000Z',
});
const salt = hash(Buffer.from('salt'));
const commitment = hash(committedBytes(salt, entry));
const common = { format: 'donation-log-receipt-v1', entry, salt: toHex(salt), publicKey: toHex(rawKey) } as const;
const head = {
  treeSize: 1,
  rootHash: toHex(hash(Buffer.of(0), commitment)),
  signedAt: '2026-03-04T12:00:20.000Z',
  keyId,
};
const included: ReceiptProof = {
  ...common,
  evidence: {
    kind: 'inclusion',
    leafIndex: 0,
    hashes: [],
    head: { ...head, signature: toHex(sign(null, headBytes(head), privateKey)) },
  },
};
const promise = { includedBy: '2026-03-05T12:00:00.000Z', keyId };
const promised: ReceiptProof = {
  ...common,
  evidence: {
    kind: 'promise',
    ...promise,
    signature: toHex(sign(null, promiseBytes({ ...promise, commitment: toHex(commitment) }), privateKey)),
  },
};
const altered: ReceiptProof = { ...included, entry: entry.replace('4.76', '47.6') };

const open = (address: string) =>
  render(
    <RouterAt address={address}>
      <VerifyPage />
    </RouterAt>,
  );
const fileOf = (content: string): File => new File([content], 'receipt-proof.json', { type: 'application/json' });
const upload = (content: string) => userEvent.upload(screen.getByLabelText('Proof file'), fileOf(content));

describe('/verify', () => {
  let fetched: ReturnType<typeof vi.fn<() => void>>;
  beforeEach(() => {
    fetched = vi.fn<() => void>();
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('crypto', webcrypto);
  });

  test('checks the proof in its link, says what it has checked and what it cannot, and asks no server', async () => {
    open(verifyAddress(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
    const lists = screen.getAllByRole('list').map((list) => list.textContent);
    expect(lists[0]).toContain(
      'CA$5.24 was paid on Mar 4, 2026: CA$4.76 for Food banks across Canada and CA$0.48 service fee.',
    );
    expect(lists[0]).toContain('leaf 0 of the log');
    expect(lists[0]).toContain(`The key ${keyId} signed the log with 1 leaf on Mar 4, 2026.`);
    for (const limit of ['Whose key it is', 'its script comes from our server', head.rootHash, 'That the money moved'])
      expect(lists[1]).toContain(limit);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('checks a promise, and says that it is no more', async () => {
    open(verifyAddress(promised));
    expect(await screen.findByRole('heading', { name: 'This is our signed promise' })).toBeTruthy();
    expect(screen.getAllByRole('list')[1]!.textContent).toContain('That it is in the log');
  });

  test('checks a file', async () => {
    open('/verify');
    expect(screen.queryByRole('article')).toBeNull();
    await upload(JSON.stringify(included));
    expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
  });

  test.each([
    ['an altered entry', JSON.stringify(altered), 'What it says is not what is in the log'],
    ['another file', '{"format":"other"}', 'This is not the proof of a receipt'],
    ['no JSON', 'receipt', 'This is not the proof of a receipt'],
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

    test('accepts and refuses the same', async () => {
      const { unmount } = open(verifyAddress(included));
      expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
      unmount();
      const { evidence } = included;
      if (evidence.kind !== 'inclusion') throw new TypeError('a proof of inclusion was made');
      const signature = `${evidence.head.signature.slice(0, 10)}ff${evidence.head.signature.slice(12)}`;
      open(verifyAddress({ ...included, evidence: { ...evidence, head: { ...evidence.head, signature } } }));
      expect((await screen.findByRole('article')).textContent).toContain('The signature does not match');
    });
  });

  test('says so where the page offers no cryptography', async () => {
    vi.stubGlobal('crypto', {});
    open(verifyAddress(included));
    expect(await screen.findByRole('heading', { name: 'Your browser cannot check this here' })).toBeTruthy();
  });
});
