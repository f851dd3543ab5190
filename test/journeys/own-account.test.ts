import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authenticatorCode } from '../support/accounts/authenticator.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import { adminPassword } from '../support/browser/running-product.ts';
import { expectVisible, donateCoffee, newVisitor } from '../support/browser/visitor.ts';
import {
  fillRegistration,
  logIn,
  logOut,
  registerByRequest,
  signInAsAdmin,
  typedPassword,
} from '../support/browser/visitor-account.ts';

describeJourneys(
  'the account page',
  (journey) => {
    const at = (path: string): string => journey.product.url + path;

    test('a donor downloads all data as a file and the donations as a table', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      const { username, email } = await registerByRequest(at(''), page);
      const id = await donateCoffee(at(''), page);
      await page.goto(at('/account'));
      const data = await download(page, 'Download all data (JSON)');
      expect(data.name).toMatch(/^kindbite-data-\d{4}-\d\d-\d\d\.json$/);
      expect(JSON.parse(data.text)).toMatchObject({
        account: { username, email, isEmailConfirmed: false },
        donations: [{ id, gift: 'Coffee', amount: 3.5, charged: { total: 5.24, currency: 'CAD' } }],
        impact: { donationsCount: 1 },
      });
      expect(data.text).not.toContain('argon2');

      const table = await download(page, 'Download donations (CSV)');
      expect(table.name).toMatch(/^kindbite-donations-\d{4}-\d\d-\d\d\.csv$/);
      const [header = '', row = '', ...rest] = table.text.split('\r\n');
      const cells = row.split(',');
      const cell = (name: string): string | undefined => cells[header.split(',').indexOf(name)];
      expect(['Gift', 'Total', 'Charged', 'Transaction ID'].map(cell)).toEqual(['Coffee', '3.85', '5.24', id]);
      expect(rest).toEqual(['']);
      expect(problems).toEqual([]);
    });

    test('a deleted account frees its name, and its donation stays in the ledger', async () => {
      const { page } = await newVisitor(journey.browser);
      const registration = await registerByRequest(at(''), page);
      const id = await donateCoffee(at(''), page);
      await page.goto(at('/account'));
      await page.getByRole('button', { name: 'Delete my account…' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
      await dialog.getByLabel('Your password').fill('not the password');
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await expectVisible(dialog.getByText('This is not your current password'));
      await dialog.getByLabel('Your password').fill(typedPassword);
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await page.waitForURL(at('/'));
      await expectVisible(page.getByText('Your account has been deleted'));
      await expectVisible(page.getByRole('link', { name: 'Sign In' }));

      await page.goto(at('/auth'));
      await logIn(page, registration.username);
      await expectVisible(page.getByText('Invalid username or password', { exact: true }));
      await fillRegistration(page, registration);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.waitForURL(at('/'));
      await page.goto(at('/donation-history'));
      await expectVisible(page.getByRole('link', { name: 'Make Your First Donation' }));
      expect((await journey.product.donations()).map((donation) => donation.id)).toContain(id);
      expect(await journey.product.ledgerFindings()).toEqual([]);
    });

    test('a device is signed out from another one', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      const { username } = await registerByRequest(at(''), page);
      const phone = await newVisitor(journey.browser, { width: 360, height: 740 });
      await phone.page.goto(at('/auth'));
      await logIn(phone.page, username);
      await phone.page.waitForURL(at('/'));

      await page.goto(at('/account'));
      const devices = page.getByRole('region', { name: 'Devices' });
      await devices.getByRole('listitem').nth(1).waitFor();
      expect(await devices.getByText('This device', { exact: true }).count()).toBe(1);
      await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expectVisible(page.getByText('Signed out of one device'));
      await devices.getByRole('listitem').nth(1).waitFor({ state: 'detached' });

      await phone.page.goto(at('/donation-history'));
      await phone.page.waitForURL(at('/auth'));
      await page.goto(at('/donation-history'));
      await expectVisible(page.getByRole('link', { name: 'Make Your First Donation' }));
      expect(problems).toEqual([]);
    });

    test('the administrator sets up two-step sign-in, and from then on the password alone is not enough', async () => {
      const { page } = await newVisitor(journey.browser);
      await signInAsAdmin(at(''), page);
      await page.goto(at('/account'));
      const section = page.getByRole('region', { name: 'Two-step sign-in' });
      await section.getByLabel('Your password').fill(adminPassword);
      await section.getByRole('button', { name: 'Set up' }).click();
      const key = await section.locator('.account-key .account-code').innerText();
      const secret = key.replaceAll(/\s/g, '');
      await section.getByLabel('Authenticator code').fill(authenticatorCode(secret, new Date()));
      await section.getByRole('button', { name: 'Turn on' }).click();
      await expectVisible(section.getByText('Two-step sign-in is on. Please save these codes now.'));
      expect(await section.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
      await section.getByRole('button', { name: "I've saved them" }).click();
      await expectVisible(section.getByText('On', { exact: true }));

      await logOut(page);
      await page.goto(at('/auth'));
      await logIn(page, 'admin', adminPassword);
      const code = page.getByLabel('Authenticator code');
      await code.fill('000000');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expectVisible(page.getByText('Incorrect password or code. Please enter the latest code.'));
      await code.fill(authenticatorCode(secret, new Date(Date.now() + 30_000))); // the current code has already been used
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL(at('/'));
      await expectVisible(page.getByRole('link', { name: 'Admin', exact: true }));
    });
  },
  { engines: ['postgres'] },
);

/** Downloads a file by its link, and reads it. */
async function download(page: Page, link: string): Promise<{ readonly name: string; readonly text: string }> {
  const event = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  const file = await event;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
