import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../start-sandbox.ts';
import { aDonation, cardForm, stripeFor, submitForm } from '../testing/payer.ts';
import { controlSandbox } from '../control-client.ts';

let running: RunningSandbox;

beforeEach(async () => {
  running = await startSandbox({ productName: 'Snacks & <Friends>' });
});

afterEach(() => running.close());

const create = async (changes = {}) => stripeFor(running).checkout.sessions.create(aDonation(changes));
const read = async (path: string) => {
  const response = await fetch(`${running.url}${path}`);
  return { response, text: await response.text() };
};
const textsOf = (page: string, tag: string) =>
  [...page.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map((match) => match[1]);

describe('the form', () => {
  test('has the labels of a card form and one button that names the amount', async () => {
    const { text } = await read(`/c/pay/${(await create()).id}`);
    expect(textsOf(text, 'label')).toEqual(
      expect.arrayContaining(['Email', 'Card number', 'Expiration date', 'CVC', 'Cardholder name']),
    );
    expect(textsOf(text, 'button')).toEqual(['Pay CA$5.24']);
    expect(text).toContain('Test mode: no real money moves');
    expect(text).toContain('href="http://localhost:3999/?canceled=1"');
    expect(text).toContain('4242 4242 4242 4242');
  });

  test('shows no decimals for a currency without minor units', async () => {
    const yen = { currency: 'jpy', unit_amount: 500, product_data: { name: 'Coffee' } };
    const { text } = await read(`/c/pay/${(await create({ line_items: [{ price_data: yen, quantity: 2 }] })).id}`);
    expect(textsOf(text, 'button')).toEqual(['Pay ¥1,000']);
  });

  test('escapes all given text', async () => {
    const price_data = { currency: 'cad', unit_amount: 500, product_data: { name: '<script>alert(1)</script>' } };
    const { id } = await create({ line_items: [{ price_data, quantity: 1 }] });
    const { response, text } = await read(`/c/pay/${id}`);
    expect(text).not.toContain('<script');
    expect(text).toContain('Snacks &amp; &lt;Friends&gt;');
    const echoed = await (await submitForm(running, `/c/pay/${id}`, { email: '"><img src=x>' })).text();
    expect(echoed).not.toContain('<img');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('can redirect only to the merchant', async () => {
    const { response } = await read(`/c/pay/${(await create()).id}`);
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3999;");
  });
});

describe('invalid entries', () => {
  test.each([
    ['cardNumber', '4242424242424241', 'incomplete or invalid'],
    ['cardNumber', '', 'Enter your card number.'],
    ['expirationDate', '01/20', 'in the past'],
    ['expirationDate', '13/40', 'month and year'],
    ['cvc', '12', 'Enter the 3 digits'],
    ['email', 'donor', 'Enter an email address'],
    ['cardholderName', ' ', 'Enter the name on the card.'],
  ])('in %s (%j) show an error at the field and charge nothing', async (field, value, message) => {
    const { id } = await create();
    const page = await (
      await submitForm(running, `/c/pay/${id}`, cardForm('4242424242424242', { [field]: value }))
    ).text();
    expect(page).toContain(`aria-describedby="${field}-error"`);
    expect(page).toMatch(new RegExp(`id="${field}-error">[^<]*${message.replaceAll('.', '\\.')}`));
    expect(await controlSandbox(running.url).readPayments()).toEqual([]);
  });

  test("include dates in the past by the sandbox's clock", async () => {
    await controlSandbox(running.url).advanceClock(5 * 366 * 24 * 3600);
    const { id } = await create();
    const year = (new Date().getUTCFullYear() + 2) % 100;
    const page = await (
      await submitForm(running, `/c/pay/${id}`, cardForm('4242424242424242', { expirationDate: `12/${year}` }))
    ).text();
    expect(page).toContain('in the past');
  });

  test('are shown again without the security code', async () => {
    const { id } = await create();
    const page = await (await submitForm(running, `/c/pay/${id}`, cardForm('4242424242424241', { cvc: '987' }))).text();
    expect(page).not.toContain('987');
  });
});

test('an unknown session shows a page with status 404', async () => {
  const { response, text } = await read('/c/pay/cs_test_unknown');
  expect(response.status).toBe(404);
  expect(text).toContain('There is no such payment page');
});

test('the confirmation page redirects to the form when no confirmation is pending', async () => {
  const { id } = await create();
  const response = await fetch(`${running.url}/c/pay/${id}/confirm`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([303, `/c/pay/${id}`]);
});
