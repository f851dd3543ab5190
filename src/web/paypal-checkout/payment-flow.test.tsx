// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { barrierSentences } from '#contract/checkout.ts';
import { paypalSentences } from '#contract/paypal.ts';
import { readSignInReason } from '#web/session/index.ts';
import { describedTerms } from '#test/support/web/donor-page.tsx';
import {
  captureCall,
  openPayPalPage,
  orderCall,
  pay,
  payAndApprove,
  readyButton,
  setupCall,
  thankYou,
  type PayPalPage,
} from '#test/support/web/paypal-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';

const lostConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const noOrder = refusalResponse(500, 'Something broke.');
const closeAlert = async (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'OK' }));

let logged: unknown[][];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'info').mockImplementation((...parts: unknown[]) => void logged.push(parts));
});
afterEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('a payment', () => {
  test.each(['settled', 'processing'])('that is %s leads to the thank-you page, and is logged', async (status) => {
    const page = openPayPalPage({ responses: { [captureCall]: jsonResponse({ id: 'don_1', status, url: thankYou }) } });
    await payAndApprove(page);
    expect(page.leavePage.mock.calls).toEqual([[thankYou]]);
    expect(logged).toContainEqual([`PayPal payment captured: ${status}`]);
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDefined();
  });

  test('never leaves for another site', async () => {
    const url = 'https://elsewhere.example/donation-success';
    const page = openPayPalPage({
      responses: { [captureCall]: jsonResponse({ id: 'don_1', status: 'settled', url }) },
    });
    await payAndApprove(page);
    expect(page.leavePage).not.toHaveBeenCalled();
  });

  test('that is canceled is logged, and the next click reopens the same order', async () => {
    const page = openPayPalPage();
    await pay();
    act(page.paypal.cancel);
    expect(logged).toEqual([['PayPal payment canceled']]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await payAndApprove(page);
    expect(page.paypal.starts).toHaveLength(2);
    expect([page.count(orderCall), page.count(captureCall)]).toEqual([1, 1]);
    expect(page.leavePage).toHaveBeenCalledOnce();
  });

  test('returns the focus to its button when it is canceled', async () => {
    const page = openPayPalPage();
    const button = await readyButton();
    await userEvent.click(button);
    button.disabled = false; // real browsers blur a button when it is disabled
    button.blur();
    button.disabled = true;
    act(page.paypal.cancel);
    expect(document.activeElement).toBe(button);
  });

  test('that is declined shows why, and another try succeeds', async () => {
    let respond = refusalResponse(422, paypalSentences.declined, 'payment_declined');
    const page = openPayPalPage({ responses: { [captureCall]: () => respond() } });
    await payAndApprove(page);
    expect((await screen.findByText(paypalSentences.declined)).closest('[role=alert]')).not.toBeNull();
    respond = jsonResponse({ id: 'don_1', status: 'settled', url: thankYou });
    await payAndApprove(page);
    expect(page.leavePage.mock.calls).toEqual([[thankYou]]);
    expect(page.count(orderCall)).toBe(1);
  });

  test.each([paypalSentences.payerActionRequired, paypalSentences.orderNotApproved])(
    'that needs the payer again says so, and the next click reopens the same order: %s',
    async (sentence) => {
      let respond = refusalResponse(409, sentence, 'order_not_approved');
      const page = openPayPalPage({ responses: { [captureCall]: () => respond() } });
      await payAndApprove(page);
      expect((await screen.findByText(sentence)).closest('[role=alert]')).not.toBeNull();
      expect(screen.queryByRole('alertdialog')).toBeNull();
      respond = jsonResponse({ id: 'don_1', status: 'settled', url: thankYou });
      await payAndApprove(page);
      expect(page.leavePage.mock.calls).toEqual([[thankYou]]);
      expect(page.count(orderCall)).toBe(1);
    },
  );

  test('that is declined twice gets a new order', async () => {
    const page = openPayPalPage({
      responses: { [captureCall]: refusalResponse(422, paypalSentences.declined, 'payment_declined') },
    });
    await payAndApprove(page);
    await payAndApprove(page);
    await pay();
    expect(page.count(orderCall)).toBe(2);
  });

  test.each([
    ['a lost connection', lostConnection],
    ['a server error', refusalResponse(500, 'Something broke.')],
    ['an unreachable PayPal', refusalResponse(503, paypalSentences.unavailable, 'provider_unavailable')],
  ])('whose capture fails because of %s can be finished', async (_, problem) => {
    let respond: () => Response | Promise<Response> = problem;
    const page = openPayPalPage({ responses: { [captureCall]: () => respond() } });
    await payAndApprove(page);
    await screen.findByText(/our server didn't respond/);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })); // the button is gone
    expect(screen.queryByRole('button', { name: 'Pay with PayPal' })).toBeNull();
    respond = jsonResponse({ id: 'don_1', status: 'settled', url: thankYou });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(page.leavePage.mock.calls).toEqual([[thankYou]]));
    expect(page.count(orderCall)).toBe(1);
  });

  test('keeps the currency it was started in', async () => {
    const page = openPayPalPage();
    await pay();
    await userEvent.selectOptions(screen.getByRole('combobox'), 'GB');
    expect(describedTerms()).toContainEqual(['Total', 'CA$10.47']);
    act(page.paypal.cancel);
    expect(describedTerms()).toContainEqual(['Total', '£6.01']);
    await pay();
    expect(page.count(orderCall)).toBe(2);
  });

  test('continues when an earlier order fails late', async () => {
    const first = Promise.withResolvers<Response>();
    const responses = [() => first.promise, jsonResponse({ id: 'ORDER-1' })];
    const page = openPayPalPage({ responses: { [orderCall]: () => (responses.shift() ?? noOrder)() } });
    await pay();
    act(page.paypal.cancel);
    await userEvent.selectOptions(screen.getByRole('combobox'), 'GB');
    await pay();
    await act(async () => first.resolve(noOrder()));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await act(page.paypal.approve);
    expect(page.leavePage.mock.calls).toEqual([[thankYou]]);
  });

  test('approved in a window that was then closed is captured on the next click', async () => {
    const page = openPayPalPage();
    await pay();
    act(page.paypal.cancel);
    page.paypal.startProblem = new Error('This order is paid.');
    await pay();
    await waitFor(() => expect(page.leavePage.mock.calls).toEqual([[thankYou]]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('starts over when the back button restores the page', async () => {
    const page = openPayPalPage();
    await payAndApprove(page);
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    await pay();
    expect(page.count(orderCall)).toBe(2);
  });
});

describe('the alert', () => {
  const alertText = async (): Promise<string | null> =>
    within(await screen.findByRole('alertdialog')).getByText(/.+/, { selector: 'p' }).textContent;

  test('shows why an order was refused, and the next try creates a new one', async () => {
    let respond = refusalResponse(503, paypalSentences.unavailable, 'provider_unavailable');
    const page = openPayPalPage({ responses: { [orderCall]: () => respond() } });
    await pay();
    expect(await alertText()).toBe(paypalSentences.unavailable);
    await closeAlert();
    expect(screen.queryByRole('button', { name: 'OK' })).toBeNull();
    respond = jsonResponse({ id: 'ORDER-1' });
    await pay();
    await act(page.paypal.approve);
    expect(page.leavePage).toHaveBeenCalledOnce();
  });

  test('says that prices have changed; the page shows the new ones, and the next try uses them', async () => {
    const sentence = 'Prices have changed. Please review your donation and try again.';
    let price = 3.5;
    const page: PayPalPage = openPayPalPage({
      responses: {
        'GET /api/snacks': () => jsonResponse([{ id: 1, name: 'Coffee', price, mealsProvided: 3 }])(),
        [orderCall]: () =>
          page.count(orderCall) > 1
            ? jsonResponse({ id: 'ORDER-1' })()
            : refusalResponse(409, sentence, 'prices_changed')(),
      },
    });
    await readyButton();
    price = 3.75;
    await pay();
    expect(await alertText()).toBe(sentence);
    await waitFor(() => expect(describedTerms()).toContainEqual(['Total', 'CA$11.22']));
    const liveRegions = screen.getAllByRole('status', { hidden: true });
    const change = 'Coffee is now CA$5.10 (was CA$4.76). Your basket is updated.';
    expect(screen.queryByText(change)).toBeNull(); // behind the alert, screen readers would not announce it
    await closeAlert();
    const notice = await screen.findByText(change);
    expect(liveRegions.some((region) => region.contains(notice))).toBe(true);
    await payAndApprove(page);
    expect(page.calls.findLast(({ call }) => call === orderCall)?.body).toMatchObject({ amount: '11.22' });
    expect(page.leavePage).toHaveBeenCalledOnce();
  });

  test('shows an error from PayPal’s script, and closing it renews the session', async () => {
    const { paypal, count } = openPayPalPage();
    await pay();
    act(() => paypal.fail('The window could not be shown.'));
    expect(await alertText()).toBe('PayPal reported a problem: The window could not be shown.');
    await closeAlert();
    await waitFor(() => expect(count(setupCall)).toBe(2)); // a new token, in case the old one was the cause
    await readyButton();
  });

  test('shows why PayPal’s script rejected the click', async () => {
    const { paypal } = openPayPalPage();
    paypal.startProblem = new Error('The window was blocked.');
    await pay();
    expect(await alertText()).toBe('PayPal reported a problem: The window was blocked.');
  });

  test('shows why a capture was refused, and the next click creates a new order', async () => {
    const page = openPayPalPage({ responses: { [captureCall]: refusalResponse(404, paypalSentences.orderUnknown) } });
    await pay();
    await act(page.paypal.approve);
    expect(await alertText()).toBe(paypalSentences.orderUnknown);
    await closeAlert();
    await pay();
    expect(page.count(orderCall)).toBe(2);
  });

  test.each([
    ['a lost connection', lostConnection, paypalSentences.unavailable],
    ['a server without PayPal', refusalResponse(404, paypalSentences.notOffered), paypalSentences.notOffered],
    ['an unreadable response', jsonResponse('<html>'), paypalSentences.unavailable],
  ])('shows that the setup failed because of %s, and Try Again reloads the page', async (_, setup, text) => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    openPayPalPage({ responses: { [setupCall]: setup } });
    expect(await alertText()).toBe(text);
    await closeAlert();
    expect(screen.getByText(text)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('shows that too many payments were declined, and the next click creates a new order', async () => {
    const tooMany = refusalResponse(429, barrierSentences.tooManyDeclines, 'too_many_declines');
    const page = openPayPalPage({ responses: { [captureCall]: tooMany } });
    await payAndApprove(page);
    expect(await alertText()).toBe(barrierSentences.tooManyDeclines);
    await closeAlert();
    await pay();
    expect(page.count(orderCall)).toBe(2);
  });

  test('says that everyone has to sign in, and closing it opens the sign-in page', async () => {
    openPayPalPage({
      responses: { [orderCall]: refusalResponse(401, barrierSentences.signInToDonate, 'sign_in_required') },
    });
    await pay();
    expect(await alertText()).toBe(barrierSentences.signInToDonate);
    await closeAlert();
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(readSignInReason(window.history.state)).toEqual({
      returnTo: '/',
      hasSessionEnded: false,
      isForEveryone: true,
    });
  });

  test('says when PayPal does not accept the currency', async () => {
    const { paypal } = openPayPalPage();
    paypal.isEligible = false;
    expect(await alertText()).toBe("PayPal reported a problem: it doesn't accept payments in CAD here.");
  });

  test('shows why PayPal rejected the client token', async () => {
    const { paypal } = openPayPalPage();
    paypal.instanceProblem = new Error('The client token is not valid.');
    expect(await alertText()).toBe('PayPal reported a problem: The client token is not valid.');
  });
});
