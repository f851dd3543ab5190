// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fromAda, inboxCalls, openInbox, viewFirst } from '#test/support/web/inbox-page.tsx';
import { donationId, listed } from '#test/support/web/donation-pages.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse } from '#test/support/web/stub-server.ts';

const search = 'GET /api/admin/donations?search=ada%40example.org';

test("a message links to its sender's donations, and to resending the receipt of each paid one", async () => {
  const donations = [listed, { ...listed, id: 'don_2', state: 'expired' }];
  openInbox({
    [inboxCalls.list]: jsonResponse([fromAda]),
    [search]: jsonResponse({ donations, searchedBackTo: null }),
  });
  await viewFirst();
  const links = await screen.findAllByRole('link', { name: /CAD 5.24|Resend/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/admin/donations/${donationId}`,
    `/admin/donations/${donationId}?action=receipt`,
    '/admin/donations/don_2',
  ]);
});

test('a message from a stranger says that no donation was found', async () => {
  openInbox({ [search]: jsonResponse({ donations: [], searchedBackTo: null }) });
  await viewFirst();
  expect(await screen.findByText('None found.')).toBeDefined();
});

test('donations are not requested without the right to see donors', async () => {
  const staff = { ...staffOf('owner'), rights: ['readMessages'] };
  const calls = openInbox({ 'GET /api/admin/me': jsonResponse(staff) });
  await viewFirst();
  expect(screen.queryByText('Donations with this address')).toBeNull();
  expect(calls.filter(({ call }) => call.includes('donations'))).toEqual([]);
});
