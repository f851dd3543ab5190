import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectFocus, expectFocusKept, tabToAndPress, tabTo } from '../support/browser/keyboard.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { registerByRequest, typedPassword } from '../support/browser/visitor-account.ts';

describeJourneys(
  'by keyboard alone',
  (journey) => {
    const at = (path: string): string => journey.product.url + path;
    const openHome = async (page: Page, path = '/'): Promise<void> => {
      await page.goto(at(path));
      await page.getByRole('button', { name: /^Coffee/ }).waitFor();
    };

    test.each([360, 1280])('a donation is chosen at %i px and leads to the payment page', async (width) => {
      const { page, problems } = await newVisitor(journey.browser, { width });
      await openHome(page);
      await page.keyboard.press('Tab');
      await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await expectFocus(page.getByRole('main'));

      await tabToAndPress(page.getByRole('button', { name: /^Coffee/ }));
      await tabToAndPress(page.getByRole('button', { name: /^Candy Bar/ }), 'Space');
      const card = page.getByRole('form', { name: 'Your donation' });
      await tabToAndPress(card.getByRole('button', { name: 'Remove Candy Bar' }));
      await expectFocus(card.getByRole('heading', { name: 'Your donation' }));
      await tabToAndPress(card.getByRole('button', { name: 'Increase quantity of Coffee' }));
      const charity = card.getByRole('combobox', { name: 'Charity' });
      await tabTo(charity);
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => charity.inputValue()).toBe('7'); // the suggestion for Canada is 6
      await tabTo(card.getByRole('radio', { name: 'One-time' }));
      await page.keyboard.press('ArrowRight');
      await expectFocus(card.getByRole('radio', { name: 'Monthly' }));
      await expectVisible(card.getByText(/^Monthly giving requires an account\./));
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => card.getByRole('radio', { name: 'One-time' }).isChecked()).toBe(true);
      await tabToAndPress(card.getByRole('button', { name: 'Donate CA$10.47' }));
      await expectVisible(page.getByRole('button', { name: 'Pay CA$10.47' }));
      expect(problems).toEqual([]);
    });

    test('a custom amount is typed, and focus returns to its card', async () => {
      const { page } = await newVisitor(journey.browser);
      await openHome(page, '/#donate');
      await expectFocus(page.locator('#donate'));
      const card = page.getByRole('button', { name: /^Custom Amount/ });
      await tabToAndPress(card);
      const dialog = page.getByRole('dialog', { name: 'Custom Amount' });
      await expectFocus(dialog.getByRole('textbox'));
      await page.keyboard.press('Escape');
      await page.locator('dialog input').waitFor({ state: 'detached' });
      await expectFocus(card);
      await page.keyboard.press('Enter');
      await expectFocus(dialog.getByRole('textbox'));
      await page.keyboard.type('20');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      await expectFocus(card);
      await expectVisible(page.getByRole('button', { name: 'Donate CA$22.00' }));
    });

    test('a donor signs in, keeps focus after a wrong password, and signs out', async () => {
      const { page } = await newVisitor(journey.browser);
      const { username } = await registerByRequest(at(''), page);
      await page.context().clearCookies();
      await openHome(page);
      await tabToAndPress(page.getByRole('link', { name: 'Sign In' }));
      await expectFocus(page.getByRole('heading', { level: 1, name: 'Sign In' }));
      await tabTo(page.getByRole('tab', { name: 'Login' }));
      await page.keyboard.press('ArrowRight');
      await expectFocus(page.getByRole('tab', { name: 'Register' }));
      await expectVisible(page.getByRole('form', { name: 'Register' }));
      await page.keyboard.press('ArrowLeft');
      await expectVisible(page.getByRole('form', { name: 'Login' }));
      await tabTo(page.getByLabel('Username'));
      await page.keyboard.type(username);
      await tabTo(page.getByLabel('Password'));
      await page.keyboard.type('not the password');
      await tabToAndPress(page.getByRole('button', { name: 'Sign In' }));
      await expectVisible(page.getByText('Invalid username or password', { exact: true }));
      await expectFocusKept(page);

      await tabTo(page.getByLabel('Password'), 'Shift+Tab');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(typedPassword);
      await page.keyboard.press('Enter');
      await page.waitForURL(at('/'));
      await expectVisible(page.getByText('Welcome back!'));
      await expectFocus(page.getByRole('heading', { level: 1 }));
      await tabTo(page.getByRole('button', { name: 'Logout' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expectVisible(page.getByRole('link', { name: 'Sign In' }));
      await expectFocusKept(page);
    });

    test('the menu takes the focus, keeps it, and returns it to its button', async () => {
      const { page, problems } = await newVisitor(journey.browser, { width: 360 });
      await openHome(page);
      const button = page.getByRole('button', { name: 'Menu' });
      const menu = page.getByRole('dialog', { name: 'Menu' });
      for (const round of ['first', 'second']) {
        await (round === 'first' ? tabToAndPress(button) : page.keyboard.press('Enter'));
        await expectFocus(menu.getByRole('link', { name: 'Home' }));
        await tabTo(menu.getByRole('button', { name: 'Close' }));
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'hidden' });
        await expectFocus(button);
      }
      expect(problems).toEqual([]);
    });

    test('a link of the menu opens its page without loading the document again, and focuses its heading', async () => {
      const { page } = await newVisitor(journey.browser, { width: 360 });
      await openHome(page);
      let loads = 0;
      page.on('load', () => (loads += 1));
      await tabToAndPress(page.getByRole('button', { name: 'Menu' }));
      const about = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' });
      await tabTo(about);
      await page.keyboard.press('Enter');
      await expectFocus(page.getByRole('heading', { level: 1 }));
      expect(new URL(page.url()).pathname).toBe('/about');
      expect(loads).toBe(0);
    });

    test('Enter immediately after Escape opens the menu again', async () => {
      const { page } = await newVisitor(journey.browser, { width: 360 });
      await openHome(page);
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await tabToAndPress(page.getByRole('button', { name: 'Menu' }));
      await expectFocus(menu.getByRole('link', { name: 'Home' }));
      await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]);
      await expectFocus(menu.getByRole('link', { name: 'Home' }));
      expect(await menu.isVisible()).toBe(true);
    });

    test('an FAQ question is reached from home, opened and closed', async () => {
      const { page, problems } = await newVisitor(journey.browser, { width: 360 });
      await openHome(page);
      await tabToAndPress(page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).first());
      await expectFocus(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }));
      const question = page.locator('summary', { hasText: 'Is there a service fee?' });
      await tabToAndPress(question);
      const answer = page.getByText(/^Yes\. We add 10% to your gift/);
      await expectVisible(answer);
      await page.keyboard.press('Space');
      await answer.waitFor({ state: 'hidden' });
      await expectFocus(question);
      expect(problems).toEqual([]);
    });
  },
  { engines: ['sqlite'] },
);
