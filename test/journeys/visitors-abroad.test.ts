import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { newVisitor, payOnHostedPage } from '../support/browser/visitor.ts';

// A coffee costs US$3.50, or US$3.85 with the fee. The card is charged CA$5.24 in every country.
const visitors = [
  { from: 'Germany', locale: 'de-DE', timezoneId: 'Europe/Berlin', coffee: '€3.22', total: '€3.54', charityId: 9 },
  { from: 'Japan', locale: 'ja-JP', timezoneId: 'Asia/Tokyo', coffee: '¥529', total: '¥581', charityId: 5 },
  {
    from: 'Great Britain',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    coffee: '£2.73',
    total: '£3.00',
    charityId: 9,
  },
  { from: 'Brazil', locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', coffee: '$3.50', total: '$3.85', charityId: 5 },
];

const typingVisitors = [
  {
    from: 'Canada',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    suggested: '6.80',
    typed: '$20',
    lines: ['CA$20.00', 'CA$2.00', 'CA$22.00'],
    charge: 22_00,
  },
  {
    from: 'Germany',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    suggested: '4,60',
    typed: '10.50',
    lines: ['€10.50', '€1.05', '€11.55'],
    charge: 17_07, // US$11.41 and a fee of US$1.14, which are CA$17.068
  },
  {
    from: 'Japan',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    suggested: '755',
    typed: '５００',
    lines: ['¥500', '¥50', '¥550'],
    charge: 4_95, // US$3.31 and a fee of US$0.33, which are CA$4.9504
  },
  {
    from: 'the Emirates',
    locale: 'ar-AE',
    timezoneId: 'Asia/Dubai',
    suggested: '18.35',
    typed: '٥٠٫٠٠',
    lines: ['AED 50.00', 'AED 5.00', 'AED 55.00'],
    charge: 20_37, // US$13.62 and a fee of US$1.36, which are CA$20.3728
  },
];

describeJourneys('visitors abroad', testPayments, { engines: ['sqlite'], pages: testPages });

function testPayments(journey: Journey): void {
  test.each(visitors)(
    'from $from see their own currency and the CAD charge, and pay exactly that charge',
    async (visitor) => {
      const { page, problems } = await newVisitor(journey.browser, visitor);
      await page.goto(journey.product.url);
      await page
        .getByRole('button', { name: /^Coffee/ })
        .getByText(visitor.coffee, { exact: true })
        .waitFor();
      await page.getByRole('button', { name: /^Coffee/ }).click();
      await page.getByText('Your card will be charged CA$5.24').filter({ visible: true }).waitFor();
      expect(await payTotal(journey, page, { total: visitor.total, chargeMinor: 524 })).toMatchObject({
        chargeTotalMinor: 524,
        charityId: visitor.charityId,
      });
      expect(problems).toEqual([]);
    },
  );
}

function testPages(journey: Journey): void {
  test.each(typingVisitors)('from $from give exactly the amount they type', async (visitor) => {
    const { page, problems } = await newVisitor(journey.browser, visitor);
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Custom Amount/ }).click();
    const field = page.getByRole('dialog', { name: 'Custom Amount' }).getByRole('textbox');
    await field.waitFor();
    expect(await field.inputValue()).toBe(visitor.suggested);
    await field.fill('1e3');
    await field.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/^Please enter an amount between/)
      .waitFor();
    await field.fill(visitor.typed);
    await field.press('Enter');
    const form = page.getByRole('form', { name: 'Your donation' });
    for (const line of visitor.lines) await form.getByText(line, { exact: true }).first().waitFor();
    const [, , total = ''] = visitor.lines;
    expect(await payTotal(journey, page, { total, chargeMinor: visitor.charge })).toMatchObject({
      label: 'Custom Donation',
      chargeTotalMinor: visitor.charge,
    });
    expect(problems).toEqual([]);
  });

  test('keep a chosen currency after a reload', async () => {
    const { page } = await newVisitor(journey.browser);
    await page.goto(journey.product.url);
    await page.getByRole('combobox', { name: 'Country and currency' }).selectOption('JP');
    await page.getByText('¥529', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.reload();
    const price = page.getByRole('button', { name: /^Coffee/ }).getByText('¥529', { exact: true });
    await price.waitFor();
    expect(await page.getByRole('combobox', { name: 'Country and currency' }).inputValue()).toBe('JP');
  });

  test('see the prerendered content while its script loads and the country is detected', async () => {
    const { page } = await newVisitor(journey.browser, { locale: 'de-DE', timezoneId: 'Europe/Berlin' });
    const script = Promise.withResolvers<void>();
    await page.route(/home-page-[^/]*\.js$/, async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto(journey.product.url, { waitUntil: 'commit' });
    await page.locator('.menu-button:enabled').waitFor({ state: 'attached' }); // the header is hydrated
    await twoFrames(page);
    expect(await page.getByRole('heading', { name: 'How it works' }).isVisible()).toBe(true);
    script.resolve();
    await page.getByRole('button', { name: /^Coffee/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'How it works' }).isVisible()).toBe(true);
  });
}

/** Donates, expects the total on our page and the charge on the hosted page, pays, and returns the recorded donation. */
async function payTotal(
  { product }: Journey,
  page: Page,
  { total, chargeMinor }: { readonly total: string; readonly chargeMinor: number },
) {
  const charge = `CA$${(chargeMinor / 100).toFixed(2)}`;
  await page
    .getByRole('form', { name: 'Your donation' })
    .getByRole('button', { name: `Donate ${total}` })
    .click();
  await page.getByRole('button', { name: `Pay ${charge}` }).waitFor();
  await payOnHostedPage(page);
  await page.getByRole('heading', { name: /Thank you/ }).waitFor();
  await page.getByText(`Your card was charged ${charge}, fee included.`).waitFor();
  expect(await product.ledgerFindings()).toEqual([]);
  return (await product.donations()).at(-1);
}

/** Waits until the page has been painted two more times. */
const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const drawn = Promise.withResolvers<number>();
    requestAnimationFrame(() => requestAnimationFrame(drawn.resolve));
    await drawn.promise;
  });
