// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ReceiptAnswer } from '#contract/receipt.ts';
import { openFor } from '#test/support/donor-visit.tsx';
import { confirmedReceipt } from './receipt-view.ts';
import { ThankYou } from './thank-you.tsx';

const receipt: ReceiptAnswer = {
  id: 'don_5f3a',
  status: 'settled',
  amount: 7,
  serviceFee: 0.7,
  total: 7.7,
  charged: { subtotal: 9.52, serviceFee: 0.95, total: 10.47, currency: 'CAD' },
  mealsProvided: 6,
  charityName: 'Maple Pantry',
  snackName: 'Coffee',
  recurring: true,
  donationDate: '2026-11-21T12:00:00.000Z',
};

/** Thanks for a gift, with what the history of whoever looks at it holds. */
const thank = (differing: Partial<ReceiptAnswer>, owned: readonly string[]): void =>
  void openFor('donor', <ThankYou receipt={confirmedReceipt({ ...receipt, ...differing })} />, {
    '/api/donations': owned.map((id) => ({ ...receipt, id })),
  });

describe('a monthly gift', () => {
  test('is called monthly on its receipt, and says where it can be changed', async () => {
    thank({}, [receipt.id]);
    const notice = within(await screen.findByRole('region', { name: 'This is a monthly gift' }));
    const link = notice.getByRole('link', { name: 'See your monthly gifts' });
    expect(link.getAttribute('href')).toBe('/account#monthly');
    expect(screen.getByText('Coffee, monthly')).toBeDefined();
  });

  test('is nothing that somebody else could change', async () => {
    thank({}, ['don_other']);
    await screen.findByRole('link', { name: 'Claim this donation' });
    expect(screen.queryByRole('region', { name: 'This is a monthly gift' })).toBeNull();
  });
});

test('a gift that is made once promises no other', async () => {
  thank({ recurring: false }, [receipt.id]);
  await waitFor(() => expect(screen.getByText('It is saved in your account')).toBeDefined());
  expect(screen.queryByText(/monthly/i)).toBeNull();
});
