import { describe, expect, test } from 'vitest';
import type { ReceiptContent } from '#domain/mail/mail.ts';
import { money } from '#domain/money/money.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';

const renderMail = builtMails();

const receipt: ReceiptContent = {
  transactionId: 'don_00000000000000000000000000',
  reader: { kind: 'donor', name: 'Noor', historyUrl: 'https://give.example/donation-history' },
  charityName: 'Food banks across Canada',
  label: 'Coffee',
  meals: 3,
  isMonthly: false,
  amount: money(123_456, 'USD'),
  serviceFee: money(12_346, 'USD'),
  total: money(135_802, 'USD'),
  charged: money(184_691, 'CAD'),
  paidWith: 'card',
  donatedAt: new Date('2026-03-05T03:30:00.000Z'),
  timeZone: 'America/Toronto',
  proof: undefined,
};
const render = (changes: Partial<ReceiptContent> = {}) => renderMail('receipt', { ...receipt, ...changes });

describe('the receipt email', () => {
  test('the plain text part lists every figure beside its name', async () => {
    const { text } = await render();
    const figures = text.split('\n').flatMap((line) => {
      const [name, value] = line.split(/ {2,}/);
      return value === undefined ? [] : [[name, value]];
    });
    expect(figures).toEqual([
      ['Date', 'Mar 4, 2026'],
      ['Gift', 'Coffee'],
      ['Charity', 'Food banks across Canada'],
      ['Meals', '3'],
      ['Amount (USD)', 'US$1,234.56'],
      ['Service Fee (10%)', 'US$123.46'],
      ['Total (USD)', 'US$1,358.02'],
      ['Charged to your card', 'CA$1,846.91'],
      ['Transaction ID', 'don_00000000000000000000000000'],
    ]);
    expect(text).toContain('Thank you, Noor.');
    expect(text).toContain('Your receipt is also attached as a PDF.');
    expect(text).toContain('This is not an official receipt for income tax purposes.');
    expect(text).toContain('https://give.example/donation-history');
  });

  test.each([
    ['promise', 'We promise, with our signature, that your donation will be in our public log within a day'],
    ['inclusion', 'Your donation is in our public log, where no one can change it unnoticed.'],
  ] as const)(
    'a receipt with a proof (%s) says what it proves, and links to where it is checked',
    async (kind, words) => {
      const verifyUrl = 'https://give.example/verify#AQBx_-9';
      const { text, html } = await render({ proof: { kind, verifyUrl } });
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
      for (const part of [text, html]) expect(part).toContain(verifyUrl);
      expect((await render()).text).not.toContain('public log');
    },
  );

  test('a PayPal receipt says so and mentions no card', async () => {
    const { text } = await render({ paidWith: 'paypal', charged: money(598, 'JPY') });
    expect(text).toMatch(/^Paid with PayPal +¥598$/m);
    expect(text).not.toContain('card');
  });

  test('a receipt in US dollars says US$: we do not know the currency of its reader', async () => {
    const { subject, text } = await render({ paidWith: 'paypal', charged: money(135_802, 'USD') });
    expect(subject).toContain('US$1,234.56');
    expect(text).toMatch(/^Paid with PayPal +US\$1,358\.02$/m);
  });

  test("a guest's receipt names no one, links to the claim and says how long the address is kept", async () => {
    const claimUrl = 'https://give.example/claim/don_00000000000000000000000000';
    const { subject, text } = await render({ reader: { kind: 'guest', claimUrl } });
    expect(subject).toBe('Your Kindbite receipt: US$1,234.56 to Food banks across Canada');
    expect(text).toContain('Thank you for your donation.');
    expect(text).toContain(`Add this gift to an account ${claimUrl}`);
    expect(text).toContain('We keep it for 24 months');
    expect(text).not.toContain('donation-history');
  });

  test("a donor's receipt has no note about the address", async () => {
    expect((await render()).text).not.toContain('24 months');
  });

  test("the date is the day in the donor's time zone", async () => {
    expect((await render({ timeZone: 'Asia/Tokyo' })).text).toContain('Mar 5, 2026');
  });

  test('one meal is singular, and a monthly donation is marked as monthly', async () => {
    const { text } = await render({ meals: 1, isMonthly: true });
    expect(text).toContain('≈ 1 meal\n');
    expect(text).toMatch(/Gift +Coffee, monthly/);
  });

  test('a line break in the name of a charity never reaches the subject', async () => {
    const { subject } = await render({ charityName: 'Food\r\nBcc: all@example.org\u2028\0end' });
    expect(subject).toBe('Your Kindbite receipt: US$1,234.56 to Food Bcc: all@example.org end');
  });

  test('names that contain markup are escaped', async () => {
    const { html, text } = await render({
      reader: { kind: 'donor', name: '<img src=x> & "co"', historyUrl: '' },
      charityName: '</td><script>',
    });
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x&gt; &amp; &quot;co&quot;');
    expect(text).toContain('Thank you, <img src=x> & "co".');
  });
});
