// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { donationId, listed, openDonations } from '#test/support/web/donation-pages.tsx';
import { callNames, jsonResponse } from '#test/support/web/stub-server.ts';

const list = 'GET /api/admin/donations';
const page = (donations: readonly object[], searchedBackTo: string | null = null) =>
  jsonResponse({ donations, searchedBackTo });
const withNext = (respond: () => Response) => (): Response => {
  const response = respond();
  response.headers.set(nextCursorHeader, 'next-page');
  return response;
};

test('the page lists donations with their donor, amount and state, each with a link', async () => {
  openDonations('/admin/donations', { [list]: page([listed, { ...listed, id: 'don_2', email: null }]) });
  const [link] = await screen.findAllByRole('link', { name: /2026/ });
  expect(link?.getAttribute('href')).toBe(`/admin/donations/${donationId}`);
  expect(screen.getAllByText('CAD 5.24')).toHaveLength(2);
  expect(screen.getByText('Guest without an address')).toBeDefined();
});

test('the page searches with the filters in its address, and downloads the matches', async () => {
  const query = 'search=ana%40example.org&state=refunded';
  const calls = openDonations(`/admin/donations?${query}`, { [`${list}?${query}`]: page([listed]) });
  const download = await screen.findByRole('link', { name: /Download/ });
  expect(download.getAttribute('href')).toBe(`/api/admin/donations.csv?${query}`);
  expect(callNames(calls)).toContain(`${list}?${query}`);
});

test('the page says when nothing matches', async () => {
  openDonations('/admin/donations', { [list]: page([]) });
  expect(await screen.findByText('No donation matches.')).toBeDefined();
});

test('the page says how far back it searched, and continues the search', async () => {
  openDonations('/admin/donations', {
    [list]: withNext(page([], '2026-03-04T12:00:00.000Z')),
    [`${list}?cursor=next-page`]: page([listed]),
  });
  expect(await screen.findByText(/^Searched back to Mar 4, 2026/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Search further back' }));
  expect(await screen.findByText('guest@example.org')).toBeDefined();
  expect(screen.queryByText(/^Searched back to/)).toBeNull();
});
