import { describe, expect, test } from 'vitest';
import type { ReceiptContent } from '#domain/mail/mail.ts';
import { money } from '#domain/money/money.ts';
import { builtMails } from '#test/support/built-mails.ts';

const renderMail = builtMails();

const receipt: ReceiptContent = {
  transactionId: 'don_00000000000000000000000000',
  donorName: 'Noor',
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
  historyUrl: 'https://give.example/donation-history',
};
const render = (changes: Partial<ReceiptContent> = {}) => renderMail('receipt', { ...receipt, ...changes });

describe('the receipt in words', () => {
  test('has every figure beside its name in the text part', async () => {
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
      ['Donation', '$1,234.56'],
      ['Service Fee (10%)', '$123.46'],
      ['Total', '$1,358.02'],
      ['Charged to your card', 'CAD 1,846.91'],
      ['Transaction ID', 'don_00000000000000000000000000'],
    ]);
    expect(text).toContain('Thank you, Noor.');
    expect(text).toContain('This is not an official receipt for income tax purposes.');
    expect(text).toContain('https://give.example/donation-history');
  });

  test('says who was paid when it was not by card', async () => {
    const { text } = await render({ paidWith: 'paypal', charged: money(598, 'JPY') });
    expect(text).toMatch(/^Paid with PayPal +JPY 598$/m);
    expect(text).not.toContain('card');
  });

  test("is dated by the donor's calendar", async () => {
    expect((await render({ timeZone: 'Asia/Tokyo' })).text).toContain('Mar 5, 2026');
  });

  test('counts one meal as one, and says that a gift is monthly', async () => {
    const { text } = await render({ meals: 1, isMonthly: true });
    expect(text).toContain('≈ 1 meal\n');
    expect(text).toMatch(/Gift +Coffee, monthly/);
  });

  test('has a subject of one line, whatever the charity is called', async () => {
    const { subject } = await render({ charityName: 'Food\r\nBcc: all@example.org\u2028\0end' });
    expect(subject).toBe('Your Kindbite receipt: $1,234.56 to Food Bcc: all@example.org end');
  });

  test('shows typed names as text', async () => {
    const { html, text } = await render({ donorName: '<img src=x> & "co"', charityName: '</td><script>' });
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x&gt; &amp; &quot;co&quot;');
    expect(text).toContain('Thank you, <img src=x> & "co".');
  });
});
