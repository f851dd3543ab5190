import { expect, test } from 'vitest';
import type { ReversalContent } from '#domain/mail/mail.ts';
import { money } from '#domain/money/money.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';

const renderMail = builtMails();

const content: Omit<ReversalContent, 'kind' | 'direction' | 'amount' | 'counted'> = {
  reader: { kind: 'donor', name: 'Noor', historyUrl: 'https://give.example/donation-history' },
  transactionId: 'don_00000000000000000000000000',
  label: 'Coffee',
  charityName: 'Food banks across Canada',
  charged: money(524, 'CAD'),
};
const whole = money(524, 'CAD');
const some = money(200, 'CAD');

test.each([
  [
    'refund',
    'taken',
    whole,
    "We've refunded your payment of CA$5.24",
    "We've sent CA$5.24 back to your original payment method. Banks usually show it within 5 to 10 days.",
  ],
  [
    'refund',
    'taken',
    some,
    "We've refunded CA$2.00 of your payment",
    "We've sent CA$2.00 of CA$5.24 back to your original payment method. Banks usually show it within 5 to 10 days.",
  ],
  [
    'refund',
    'returned',
    whole,
    "Your refund couldn't be delivered, so your gift counts again",
    "Your bank couldn't accept our refund of CA$5.24. The money came back to us and counts as your gift again. Write to us and we'll find another way.",
  ],
  [
    'dispute',
    'taken',
    whole,
    'Your bank has reversed your payment',
    "Your bank has taken CA$5.24 back from us. If you didn't ask for this, please tell your bank. If you did, there's nothing to do.",
  ],
  [
    'dispute',
    'returned',
    whole,
    'Your gift counts again',
    'Your bank has closed its inquiry about your payment and returned CA$5.24 to us, so it counts as your gift again. Thank you for your patience.',
  ],
] as const)(
  'a %s that was %s says what happened to the money',
  async (kind, direction, amount, subject, explanation) => {
    const rendered = await renderMail('reversal', { ...content, kind, direction, amount, counted: amount });
    expect(rendered.subject).toBe(subject);
    expect(rendered.text.replaceAll(/\s+/g, ' ')).toContain(`Hello Noor, ${explanation}`);
  },
);

test.each([
  [
    'taken',
    money(531, 'CAD'),
    money(524, 'CAD'),
    "Your bank has taken CA$5.31 back from us. Your gift counts for CA$5.24 less. If you didn't ask for this, please tell your bank. If you did, there's nothing to do.",
    'No longer counts CA$5.24',
  ],
  [
    'taken',
    whole,
    money(324, 'CAD'),
    "Your bank has taken CA$5.24 back from us. Your gift counts for CA$3.24 less. If you didn't ask for this, please tell your bank. If you did, there's nothing to do.",
    'No longer counts CA$3.24',
  ],
  [
    'returned',
    whole,
    money(324, 'CAD'),
    'Your bank has closed its inquiry about your payment and returned CA$5.24 to us, so CA$3.24 of it counts as your gift again. Thank you for your patience.',
    'Counts again CA$3.24',
  ],
] as const)(
  'a dispute that has %s a different amount than what counts names both',
  async (direction, amount, counted, ...texts) => {
    const { text } = await renderMail('reversal', { ...content, kind: 'dispute', direction, amount, counted });
    for (const expected of texts) expect(text.replaceAll(/\s+/g, ' ')).toContain(expected);
  },
);

test('a guest is greeted without a name, and can open the donation', async () => {
  const claimUrl = 'https://give.example/claim/don_00000000000000000000000000';
  const reader = { kind: 'guest', claimUrl } as const;
  const { text } = await renderMail('reversal', {
    ...content,
    kind: 'refund',
    direction: 'taken',
    amount: whole,
    counted: whole,
    reader,
  });
  expect(text).toMatch(/^Hello,$/m);
  expect(text).toContain(`See your receipt ${claimUrl}`);
  expect(text).toContain('We keep it for 24 months');
});
