// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { ownLogKeys, ownReceiptProof } from '#test/support/public-log/own-proofs.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { pageRoutes } from './routes.tsx';
import { verifyAddress } from './verify/index.ts';

test('the link of a receipt opens a page that can check it', async () => {
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('fetch', async () => Response.json(ownLogKeys));
  const address = verifyAddress(ownReceiptProof());
  const route = pageRoutes.find(({ path }) => path === '/verify')!;
  await route.load();
  await act(async () =>
    render(
      <RouterAt address={address}>
        <Suspense>
          <route.Page />
        </Suspense>
      </RouterAt>,
    ),
  );
  expect(await screen.findByRole('heading', { name: 'This receipt is in the log' })).toBeTruthy();
});
