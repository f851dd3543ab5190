// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import {
  captureCall,
  coffees,
  openPayPalPage,
  orderCall,
  pay,
  payAndApprove,
  thankYou,
  type PayPalPage,
} from '#test/support/web/paypal-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';

const lostConnection = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});
afterEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('an order whose capture got no response', () => {
  test('can be finished even after a reload, and is not paid again', async () => {
    await payAndApprove(openPayPalPage({ responses: { [captureCall]: lostConnection } }));
    await screen.findByText(/our server didn't respond/);
    cleanup();
    const page = openPayPalPage();
    await screen.findByText(/our server didn't respond/);
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(page.leavePage.mock.calls).toEqual([[thankYou]]));
    expect(page.count(orderCall)).toBe(0);
  });

  test('that is refused after a reload can be paid again', async () => {
    await payAndApprove(openPayPalPage({ responses: { [captureCall]: lostConnection } }));
    await screen.findByText(/our server didn't respond/);
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
    await screen.findByText(/our server didn't respond/);
    cleanup();
    openPayPalPage({ data: { ...coffees, charityId: 5, charityName: 'World Pantry' } });
    expect(await screen.findByRole('button', { name: 'Pay with PayPal' })).toBeDefined();
  });

  describe('and that may not be approved', () => {
    /** Cancels, and clicks again when PayPal does not reopen the order. */
    const payAgain = async (page: PayPalPage): Promise<void> => {
      await pay();
      act(page.paypal.cancel);
      page.paypal.startProblem = new Error('This order cannot be opened.');
      await pay();
    };

    test('is not said to be approved, before or after a reload', async () => {
      await payAgain(openPayPalPage({ responses: { [captureCall]: lostConnection } }));
      await screen.findByText(/our server didn't respond/);
      expect(screen.queryByText(/approved/)).toBeNull();
      cleanup();
      openPayPalPage();
      await screen.findByText(/our server didn't respond/);
      expect(screen.queryByText(/approved/)).toBeNull();
    });

    test('is captured by Try Again, and not paid with a second order', async () => {
      let respond: () => Response | Promise<Response> = lostConnection;
      const page = openPayPalPage({ responses: { [captureCall]: () => respond() } });
      await payAgain(page);
      expect(await screen.findByText(/our server didn't respond/)).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).toBeNull();
      respond = jsonResponse({ id: 'don_1', status: 'settled', url: thankYou });
      await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      await waitFor(() => expect(page.leavePage.mock.calls).toEqual([[thankYou]]));
      expect(page.count(orderCall)).toBe(1);
    });

    test('can be paid after Try Again says that it is not approved', async () => {
      let respond: () => Response | Promise<Response> = lostConnection;
      const page = openPayPalPage({ responses: { [captureCall]: () => respond() } });
      await payAgain(page);
      await screen.findByText(/our server didn't respond/);
      respond = refusalResponse(409, paypalSentences.orderNotApproved, 'order_not_approved');
      await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByText(paypalSentences.orderNotApproved)).toBeDefined();
      page.paypal.startProblem = undefined;
      await pay();
      expect(page.count(orderCall)).toBe(2);
    });
  });
});
