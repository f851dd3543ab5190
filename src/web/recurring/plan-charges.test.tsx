// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PlanCharge } from '#contract/recurring.ts';
import { jsonResponse, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import { aPlan, card, openPlans, type PlansPage } from '#test/support/web/plans-page.tsx';

const chargesCall = 'GET /api/plans/pln_1/charges';
const paid: PlanCharge = {
  chargedAt: '2026-12-20T23:00:00.000Z',
  day: '2026-12-21',
  amount: 5.24,
  currency: 'CAD',
  status: 'paid',
  donationId: 'don_2',
};

async function openCharges(respond: () => Response | Promise<Response>): Promise<PlansPage> {
  const page = openPlans(() => [aPlan()], { [chargesCall]: () => respond() });
  await userEvent.click((await card()).getByText('Payment history'));
  return page;
}

describe('the payment history of a plan', () => {
  test('is fetched only when it is opened', async () => {
    const { calls } = openPlans(() => [aPlan()], { [chargesCall]: jsonResponse([paid]) });
    await card();
    expect(calls.map(({ call }) => call)).not.toContain(chargesCall);
    await userEvent.click((await card()).getByText('Payment history'));
    await screen.findByText('Paid');
    expect(calls.map(({ call }) => call)).toContain(chargesCall);
  });

  test('lists date, amount, status and receipt of each charge', async () => {
    await openCharges(
      jsonResponse([
        paid,
        { ...paid, day: '2026-11-21', status: 'refunded', donationId: 'don/1' },
        { ...paid, day: '2026-10-21', status: 'partly_refunded', donationId: 'don_0' },
        { ...paid, day: '2026-09-21', status: 'disputed', donationId: 'don_9' },
      ]),
    );
    const rows = await (await card()).findAllByRole('listitem');
    const texts = rows.map((row) => Array.from(row.children, ({ textContent }) => textContent));
    expect(texts).toEqual([
      ['Dec 21, 2026', 'CA$5.24', 'Paid', 'Receipt (PDF), Dec 21, 2026'],
      ['Nov 21, 2026', 'CA$5.24', 'Refunded', 'Receipt (PDF), Nov 21, 2026'],
      ['Oct 21, 2026', 'CA$5.24', 'Partly refunded', 'Receipt (PDF), Oct 21, 2026'],
      ['Sep 21, 2026', 'CA$5.24', 'Disputed', 'Receipt (PDF), Sep 21, 2026'],
    ]);
    const links = rows.map((row) => within(row).queryByRole('link')?.getAttribute('href'));
    expect(links).toEqual(['don_2', 'don%2F1', 'don_0', 'don_9'].map((id) => `/api/donations/${id}/receipt.pdf`));
  });

  test('says when nothing has been charged', async () => {
    await openCharges(jsonResponse([]));
    expect(await screen.findByText('Nothing has been charged yet.')).toBeDefined();
  });

  test('shows a status while it loads', async () => {
    await openCharges(noResponse);
    expect((await screen.findByText('Loading the payments…')).parentElement?.role).toBe('status');
  });

  test('shows an error that Try Again recovers from', async () => {
    let respond = refusalResponse(500, 'Something broke.');
    await openCharges(() => respond());
    await screen.findByText('Failed to load the payments');
    respond = jsonResponse([paid]);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Paid')).toBeDefined();
  });
});
