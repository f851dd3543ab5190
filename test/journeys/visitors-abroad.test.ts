import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { newVisitor, payOnHostedPage } from '../support/browser/visitor.ts';

// One coffee is US$3.50, US$3.85 with the fee: CA$5.24 on the card, wherever the visitor is.
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
  {
    from: 'Switzerland',
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    coffee: 'CHF 3.08',
    total: 'CHF 3.39',
    charityId: 9,
  },
  { from: 'Brazil', locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', coffee: '$3.50', total: '$3.85', charityId: 5 },
];

describeJourneys('visitors abroad', (journey) => {
  test.each(visitors)('from $from see their money, the CAD charge, and pay exactly that', async (visitor) => {
    const { page, problems } = await newVisitor(journey.browser, visitor);
    await page.goto(journey.product.url);
    await page
      .getByRole('button', { name: /^Coffee/ })
      .getByText(visitor.coffee, { exact: true })
      .waitFor();
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByText('Your card will be charged CA$5.24').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: `Donate ${visitor.total}` }).click();
    await page.getByRole('button', { name: 'Pay CA$5.24' }).waitFor();
    await payOnHostedPage(page);
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    const donation = (await journey.product.donations()).at(-1);
    expect(donation).toMatchObject({ chargeTotalMinor: 524, charityId: visitor.charityId });
    expect(problems).toEqual([]);
  });

  test('a chosen currency is kept after a reload', async () => {
    const { page } = await newVisitor(journey.browser);
    await page.goto(journey.product.url);
    await page.getByRole('combobox', { name: 'Country and currency' }).selectOption('JP');
    await page.getByText('¥529', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.reload();
    const price = page.getByRole('button', { name: /^Coffee/ }).getByText('¥529', { exact: true });
    await price.waitFor();
    expect(await page.getByRole('combobox', { name: 'Country and currency' }).inputValue()).toBe('JP');
  });
});
