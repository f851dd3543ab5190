import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectFocus, tabTo } from '../support/browser/keyboard.ts';
import { expectStill, findWiderThanScreen } from '../support/browser/page-quality.ts';
import { openAs } from '../support/browser/payout-journey.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';
import { donateCoffee, newVisitor } from '../support/browser/visitor.ts';

const widths = [360, 768, 1280];

describeJourneys(
  'dialogs of the admin area, by keyboard alone',
  (journey) => {
    const open = async (page: Page, path: string): Promise<void> => {
      await page.goto(journey.product.url + path);
    };

    test('the dialogs of a donation open, fit each screen and close', async () => {
      const guest = await newVisitor(journey.browser);
      const id = await donateCoffee(journey.product.url, guest.page, 'ada@example.org');
      const page = await openAs(journey, 'owner');
      await open(page, `/admin/donations/${id}`);
      for (const name of ['Resend receipt…', 'Correct email…', 'Make claim link…', 'Refund…'])
        await expectDialog(page, name);
    });

    test('the dialogs of a donor open, fit each screen and close', async () => {
      const page = await openAs(journey, 'owner');
      await open(page, await newDonorPath(journey, page));
      await expectDialog(page, 'Erase…');
    });

    test('the dialogs of a batch and of a bank account open, fit each screen and close', async () => {
      const batchId = await journey.product.insertBatch();
      const page = await openAs(journey, 'finance');
      await open(page, `/admin/payouts/${batchId}`);
      for (const name of ['Mark as paid…', 'Cancel batch…']) await expectDialog(page, name);
      await open(page, '/admin/charities/6');
      await expectDialog(page, 'Enter bank account…');
    });

    test('the dialogs of the team open, fit each screen and close', async () => {
      const page = await openAs(journey, 'owner');
      await open(page, '/admin/team');
      for (const name of ['Invite someone…', 'Change role…', 'Remove from the team…']) await expectDialog(page, name);
    });
  },
  { engines: ['sqlite'] },
);

/** Registers a donor. Returns the path of the donor's page in the admin area. */
async function newDonorPath(journey: Journey, staff: Page): Promise<string> {
  const { page } = await newVisitor(journey.browser);
  const { username } = await registerByRequest(journey.product.url, page);
  await staff.goto(`${journey.product.url}/admin/donors?search=${username}`);
  return (await staff.getByRole('link', { name: username }).getAttribute('href')) ?? '';
}

/** Opens a dialog. Expects focus on its first field, that it fits each screen, and that Escape returns focus to the button. */
async function expectDialog(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('button', { name, disabled: false }).first();
  await opener.waitFor();
  await tabTo(opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expectFocus(firstField(dialog));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectStill(page);
    expect(await findWiderThanScreen(page), `${name} at ${width} px`).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(opener);
}

const firstField = (dialog: Locator): Locator => dialog.locator('input, select, textarea').first();
