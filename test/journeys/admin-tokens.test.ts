import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { registerByRequest, typedPassword } from '../support/browser/visitor-account.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';

describeJourneys(
  'an API token',
  (journey) => {
    test('is created on the integrations page, works in a program, and is revoked', async () => {
      const { browser, product } = journey;
      const { page, problems } = await newVisitor(browser);
      const { username } = await registerByRequest(product.url, page);
      await product.joinTeam(username, 'finance');
      await page.goto(`${product.url}/admin/integrations`);
      await page.getByRole('button', { name: 'Make a token…' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Weekly report');
      await page.getByLabel('Works for').selectOption('30 days');
      await page.getByLabel('Your password').fill(typedPassword);
      await page.getByLabel('Reason').fill('Asked by the board');
      await page.getByRole('button', { name: 'Make the token' }).click();
      const token = await page.getByLabel('API token', { exact: true }).inputValue();
      await page.getByRole('button', { name: 'I have copied it' }).click();

      const asProgram = () => fetch(`${product.url}/api/admin/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(await (await asProgram()).json()).toMatchObject({ username, role: 'finance' });

      const row = page.getByRole('row', { name: /^Weekly report/ });
      await row.getByRole('button', { name: 'Revoke…' }).click();
      await page.getByLabel('Reason').fill('Not needed anymore');
      await page.getByRole('button', { name: 'Revoke the token' }).click();
      await expectVisible(page.getByText('There are no tokens.'));
      expect((await asProgram()).status).toBe(401);
      expect(problems).toEqual([]);
    });
  },
  { engines: ['sqlite'] },
);
