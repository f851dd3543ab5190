// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import {
  captureCall,
  coffees,
  openPayPalPage,
  orderCall,
  payAndApprove,
  thankYou,
} from '#test/support/web/paypal-page.tsx';
import { refusalResponse } from '#test/support/web/stub-server.ts';

const lostConnection = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});
afterEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('an approved order whose capture got no response', () => {
  test('can be finished even after a reload, and is not paid again', async () => {
    await payAndApprove(openPayPalPage({ responses: { [captureCall]: lostConnection } }));
    await screen.findByText(/You approved the payment/);
    cleanup();
    const page = openPayPalPage();
    await screen.findByText(/You approved the payment/);
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(page.leavePage.mock.calls).toEqual([[thankYou]]));
    expect(page.count(orderCall)).toBe(0);
  });

  test('that is refused after a reload can be paid again', async () => {
    await payAndApprove(openPayPalPage({ responses: { [captureCall]: lostConnection } }));
    await screen.findByText(/You approved the payment/);
    cleanup();
    const response = refusalResponse(422, paypalSentences.orderIncomplete, 'order_incomplete');
    openPayPalPage({ responses: { [captureCall]: response } });
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    cleanup();
    openPayPalPage();
    expect(await screen.findByRole('button', { name: 'Pay with PayPal' })).toBeDefined();
  });

  test('is not finished for another donation', async () => {
    await payAndApprove(openPayPalPage({ responses: { [captureCall]: lostConnection } }));
    await screen.findByText(/You approved the payment/);
    cleanup();
    openPayPalPage({ data: { ...coffees, charityId: 5, charityName: 'World Pantry' } });
    expect(await screen.findByRole('button', { name: 'Pay with PayPal' })).toBeDefined();
  });
});
