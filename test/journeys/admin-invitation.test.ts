import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authenticatorCode } from '../support/accounts/authenticator.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { fillRegistration, registerByRequest, typedPassword } from '../support/browser/visitor-account.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';

const invited = { username: 'noor', email: 'noor@example.org' };

describeJourneys(
  'an invitation to the team',
  (journey) => {
    test('leads the invited person to a page that their role may see', async () => {
      await inviteFromTeamPage(journey);

      const { page, problems } = await newVisitor(journey.browser);
      await page.goto(await mailedInvitation(journey, page));
      await fillRegistration(page, invited);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByRole('button', { name: 'Join the team' }).click();
      await expectVisible(page.getByText('Welcome to the team. Your role is Content.'));
      await expectVisible(page.getByRole('link', { name: 'Admin', exact: true }));

      await page.getByRole('link', { name: 'Open the admin pages' }).click();
      await page.getByRole('link', { name: 'Go to your account' }).click();
      await turnOnSecondFactor(page);
      await page.getByRole('link', { name: 'Admin', exact: true }).click();
      await expectVisible(page.getByRole('heading', { name: 'Newsletter', level: 1 }));
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download subscribers (CSV)' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/subscribers.*\.csv$/);
      const refusal = '/api/admin/me'; // refused before two-step sign-in was on
      expect(problems.filter((problem) => !problem.includes(refusal))).toEqual([]);
    });
  },
  { engines: ['sqlite'], environment: { ADMIN_REQUIRE_2FA: 'on' } },
);

async function inviteFromTeamPage({ browser, product }: Journey): Promise<void> {
  const { page } = await newVisitor(browser);
  const { username } = await registerByRequest(product.url, page);
  await product.joinTeam(username, 'owner');
  await page.goto(`${product.url}/admin/team`);
  await expectVisible(page.getByRole('table', { name: 'Staff' }));
  await page.getByRole('button', { name: 'Invite someone…' }).click();
  await page.getByLabel('Email address').fill(invited.email);
  await page.getByLabel('Role', { exact: true }).selectOption('content');
  await page.getByLabel('Reason').fill('Writes the newsletter');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expectVisible(page.getByRole('table', { name: 'Open invitations' }).getByText(invited.email));
}

/** Finds the link in the invitation email. */
async function mailedInvitation({ product }: Journey, page: Page): Promise<string> {
  await page.goto(`${product.url}/dev/mail`);
  const mail = await page.getByRole('link', { name: /invited to the .* team/i }).getAttribute('href');
  await page.goto(`${product.url}${mail}/html`);
  return (await page.getByRole('link', { name: 'Join the team' }).getAttribute('href')) ?? '';
}

async function turnOnSecondFactor(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByLabel('Your password').fill(typedPassword);
  await section.getByRole('button', { name: 'Set up' }).click();
  const secret = (await section.locator('.account-key .account-code').innerText()).replaceAll(/\s/g, '');
  await section.getByLabel('Authenticator code').fill(authenticatorCode(secret, new Date()));
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('button', { name: "I've saved them" }).click();
}
