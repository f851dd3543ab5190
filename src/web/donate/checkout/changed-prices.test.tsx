// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { readToast } from '#web/ui/toast/toast.ts';
import { donateButton, openDonatePage, snackCard, snacks, type DonatePage } from '#test/support/web/donate-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

/** The server's catalogue and rates. It accepts only checkouts of `total` cents. */
interface Server {
  total: number;
  /** The price of a coffee. If it is undefined, the catalogue cannot be fetched. */
  coffee?: number | undefined;
  canadianRate?: string;
}

const pricesChanged = 'Prices have changed. Please review your donation and try again.';

/** Opens the page with a coffee in the basket; then the server changes. */
async function openThenChange(change: Partial<Server>): Promise<DonatePage> {
  const server: Server = { total: 524, coffee: 3.5 };
  const page: DonatePage = await openDonatePage({
    responses: {
      'GET /api/snacks': () =>
        (server.coffee === undefined
          ? jsonResponse({}, 500)
          : jsonResponse([{ ...snacks[0], price: server.coffee }]))(),
      'GET /api/rates': () =>
        jsonResponse({ setOn: '2026-12-01', unitsPerDollar: { CAD: server.canadianRate ?? '1.36' } })(),
      'POST /api/create-checkout-session': () =>
        (page.checkouts.at(-1)?.body.amount === server.total
          ? jsonResponse({ url: 'https://pay.example/session' })
          : refusalResponse(409, pricesChanged, 'prices_changed'))(),
    },
  });
  await page.user.click(await screen.findByRole('button', { name: /^Coffee/ }));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  Object.assign(server, change);
  return page;
}

test.each<[string, Partial<Server>, string, string]>([
  ['a price', { coffee: 3.75, total: 562 }, 'CA$5.10', 'CA$5.62'],
  ['a rate', { canadianRate: '1.45', total: 558 }, 'CA$5.08', 'CA$5.58'],
])('a changed %s is shown, and the next try works', async (_what, change, price, total) => {
  const page = await openThenChange(change);
  const liveRegions = screen.getAllByRole('status'); // screen readers announce only text that is added to an existing region
  await page.user.click(donateButton());
  await waitFor(() => expect(donateButton().textContent).toBe(`Donate ${total}`));
  const notice = screen.getByText(`Coffee is now ${price} (was CA$4.76). Your basket is updated.`);
  expect(liveRegions.some((region) => region.contains(notice))).toBe(true);
  expect(readToast()).toMatchObject({ title: 'Checkout Error', description: pricesChanged });
  expect([page.snackCalls(), page.leavePage.mock.calls]).toEqual([2, []]);
  await page.user.click(donateButton());
  await waitFor(() => expect(page.leavePage).toHaveBeenCalledExactlyOnceWith('https://pay.example/session'));
  expect(new Set(page.checkouts.map(({ key }) => key)).size).toBe(2);
});

test('the review step shows what changed, and its button works', async () => {
  const page = await openThenChange({ coffee: 3.75, total: 562 });
  const bar = within(screen.getByRole('region', { name: 'Your donation so far' }));
  await page.user.click(bar.getByRole('button', { name: 'Donate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review your donation' }));
  const liveRegions = dialog.getAllByRole('status');
  await page.user.click(dialog.getByRole('button', { name: 'Donate CA$5.24' }));
  const notice = await dialog.findByText('Coffee is now CA$5.10 (was CA$4.76). Your basket is updated.');
  expect(liveRegions.some((region) => region.contains(notice))).toBe(true);
  expect(dialog.getByRole('alert').textContent).toBe(pricesChanged);
  await page.user.click(await dialog.findByRole('button', { name: 'Donate CA$5.62' }));
  await waitFor(() => expect(page.leavePage).toHaveBeenCalledOnce());
});

test('price changes are shown until the basket changes', async () => {
  const page = await openThenChange({ coffee: 3.75, total: 562 });
  await page.user.click(donateButton());
  await screen.findByText(/^Coffee is now/);
  await page.user.click(snackCard('Coffee'));
  expect(screen.queryByText(/^Coffee is now/)).toBeNull();
});

test('a custom amount stays as typed when its rate changes', async () => {
  const page = await openThenChange({ canadianRate: '1.45', total: 2200 });
  await page.user.click(snackCard('Custom Amount'));
  await page.user.clear(await screen.findByRole('textbox', { name: /^Amount in/ }));
  await page.user.type(screen.getByRole('textbox', { name: /^Amount in/ }), '20{Enter}');
  await page.user.click(snackCard('Coffee'));
  await page.user.click(donateButton());
  await screen.findByText(/^Coffee is now/); // the page has the new rates
  await page.user.click(snackCard('Custom Amount'));
  await page.user.clear(await screen.findByRole('textbox', { name: /^Amount in/ }));
  await page.user.type(screen.getByRole('textbox', { name: /^Amount in/ }), '20{Enter}');
  expect(donateButton().textContent).toBe('Donate CA$22.00');
  await page.user.click(donateButton());
  await waitFor(() => expect(page.leavePage).toHaveBeenCalledOnce());
  expect(page.checkouts.at(-1)?.body.donationData).toMatchObject({ amount: 13.79, mealsProvided: 13 });
});

test('the basket stays when the new prices cannot be fetched', async () => {
  const page = await openThenChange({ coffee: undefined, total: 0 });
  await page.user.click(donateButton());
  await waitFor(() => expect(readToast()?.description).toBe(pricesChanged));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  expect(donateButton().textContent).toBe('Donate CA$5.24');
});
