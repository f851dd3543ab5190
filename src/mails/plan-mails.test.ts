import { describe, expect, test } from 'vitest';
import type { PlanContent } from '#domain/mail/mail.ts';
import { money } from '#domain/money/money.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';

const renderMail = builtMails();

const plan: PlanContent = {
  donorName: 'Noor',
  charityName: 'Food banks across Canada',
  amount: money(350, 'USD'),
  charged: money(524, 'CAD'),
  timeZone: 'America/Toronto',
  accountUrl: 'https://give.example/account#monthly',
};
const march8 = new Date('2027-03-08T12:00:00.000Z');
type PlanMail = 'renewal_notice' | 'renewal_failed' | 'plan_changed' | 'choose_charity' | 'plan_ended';

/** Subject and text of an email, with all white space made one space. */
async function read(name: PlanMail, changes: Partial<PlanContent> = {}) {
  const { subject, text } = await renderMail(name, { ...plan, ...changes });
  return { subject, text: text.replaceAll(/\s+/g, ' ') };
}

describe('the emails about a monthly donation', () => {
  test('a renewal notice names the day, the donation without the fee, and the charge with it', async () => {
    const { subject, text } = await read('renewal_notice', { chargeAt: march8 });
    expect(subject).toBe('Your monthly gift of US$3.50 is due on Mar 8, 2027');
    expect(text).toContain(
      "On Mar 8, 2027, we'll charge your card CA$5.24, fee included, for your monthly gift of US$3.50 to Food banks across Canada. If that still works for you, there's nothing to do. Until then, you can change, pause or end your gift.",
    );
  });

  test('a failed renewal names the next attempt, and the page to pay on', async () => {
    const payUrl = 'https://pay.example/invoice';
    const { subject, text } = await read('renewal_failed', { nextAttemptAt: march8, payUrl });
    expect(subject).toBe("Your monthly payment didn't go through");
    expect(text).toContain(
      "We couldn't charge your card CA$5.24, fee included, for your monthly gift of US$3.50 to Food banks across Canada. Nothing has been charged. We'll try again on Mar 8, 2027. You can pay with another card https://pay.example/invoice, or replace the card in your account.",
    );
  });

  test('the email about the last failed attempt says that there will be no other', async () => {
    const { text } = await read('renewal_failed');
    expect(text).toContain("Nothing has been charged. We won't try again automatically.");
    expect(text).not.toContain('another card');
  });

  test.each<[NonNullable<PlanContent['change']>, Partial<PlanContent>, string]>([
    ['terms', {}, 'Your change takes effect with the next payment:'],
    ['resume', {}, 'Your gift has resumed:'],
    ['pause', {}, 'Your gift is paused, and nothing will be charged until it resumes:'],
    [
      'pause',
      { resumesAt: march8 },
      'Your gift is paused until Mar 8, 2027, and nothing will be charged before then. After that it resumes automatically:',
    ],
    [
      'charity_back',
      {},
      'Food banks across Canada takes donations again. Your gift resumes with the next payment, and the months in between are not charged:',
    ],
    [
      'charity_back',
      { resumesAt: march8 },
      'Food banks across Canada takes donations again. Your gift is still paused until Mar 8, 2027, as you chose, and then resumes automatically:',
    ],
  ])('a change (%s, %j) says what happens next and what it costs', async (change, changes, sentence) => {
    const { subject, text } = await read('plan_changed', { change, ...changes });
    expect(subject).toBe('Your monthly gift has changed');
    expect(text).toContain(
      `${sentence} US$3.50 a month to Food banks across Canada. We'll charge your card CA$5.24, fee included.`,
    );
  });

  test('the donor of a retired charity is asked to choose another, and is told that nothing is charged until then', async () => {
    const { subject, text } = await read('choose_charity');
    expect(subject).toBe('Please choose a charity for your monthly gift');
    expect(text).toContain(
      "Food banks across Canada no longer takes donations. It still gets everything you have given so far. Your gift of US$3.50 a month is on hold, and we won't charge your card until you choose another charity. Then your gift resumes with its next payment, and the months in between are not charged. You can also end it. Choose a charity https://give.example/account#monthly",
    );
  });

  test('the donor of a retired charity who had paused the gift reads that the pause stays', async () => {
    const { text } = await read('choose_charity', { isPausedByDonor: true });
    expect(text).toContain('Then your gift resumes after the pause that you chose, and');
  });

  test('the end of a plan confirms that nothing more is charged', async () => {
    const { subject, text } = await read('plan_ended');
    expect(subject).toBe('Your monthly gift has ended');
    expect(text).toContain(
      "Your gift of US$3.50 a month to Food banks across Canada has ended, and we won't charge your card again.",
    );
  });

  test('the end after failed payments says so, and offers no way to pay for an ended plan', async () => {
    const { subject, text } = await read('plan_ended', { endCause: 'failed_payment' });
    expect(subject).toBe('Your monthly gift has ended');
    expect(text).toContain(
      "Your last payment didn't go through, so your gift of US$3.50 a month to Food banks across Canada has ended. Nothing was charged for it, and we won't charge your card again. You can start a new monthly gift at any time.",
    );
    expect(text).not.toMatch(/another card|try again/);
  });

  test('each says that we only charge what was agreed to, and links to the account', async () => {
    const emails: PlanMail[] = ['renewal_notice', 'renewal_failed', 'plan_changed', 'choose_charity', 'plan_ended'];
    for (const name of emails) {
      const { text } = await read(name, { chargeAt: march8 });
      expect(text).toContain('Hello Noor,');
      expect(text).toContain('We only charge what you agreed to.');
      expect(text).toContain(plan.accountUrl);
      expect(text).not.toContain('3.85'); // donation and fee in US dollars, which no one pays
    }
  });
});
