import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { findCostlyAnimations } from '../support/browser/costly-animations.ts';
import { newVisitor } from '../support/browser/visitor.ts';

describeJourneys(
  'the animations after a press',
  (journey) => {
    const openHome = async (width: number): Promise<Page> => {
      const { page } = await newVisitor(journey.browser, { width, allowsMotion: true });
      await page.goto(journey.product.url);
      await page.getByRole('button', { name: /^Coffee/ }).waitFor();
      return page;
    };

    test.each([360, 1280])(
      'at %i px, presses of a snack and a quantity start no animation that needs layout or is inside a filter',
      async (width) => {
        const page = await openHome(width);
        const first = await findCostlyAnimations(page, '.snack-card');
        const again = await findCostlyAnimations(page, '.snack-card');
        const quantity = await findCostlyAnimations(page, '[aria-label^="Increase quantity"]');
        expect(first.animated).toEqual(expect.arrayContaining(['IMG', 'SPAN']));
        expect([...first.faults, ...again.faults, ...quantity.faults]).toEqual([]);
      },
    );

    test('nothing that a press loads links a style sheet, after which the whole page would be laid out again', async () => {
      const page = await openHome(360);
      const linked: string[] = [];
      page.on('request', (request) => void (request.resourceType() === 'stylesheet' && linked.push(request.url())));
      await page.getByRole('button', { name: /^Coffee/ }).click();
      await page.getByRole('button', { name: /^Custom Amount/ }).click();
      await page.getByRole('dialog', { name: 'Custom Amount' }).waitFor();
      expect(linked).toEqual([]);
    });

    test('a visitor who prefers reduced motion sees a change of style at once', async () => {
      const { page } = await newVisitor(journey.browser);
      await page.goto(journey.product.url);
      const color = await page.evaluate(() => {
        const { style } = document.body;
        style.color = 'rgb(1, 2, 3)';
        return getComputedStyle(document.body).color;
      });
      expect(color).toBe('rgb(1, 2, 3)');
    });

    test('an animation that needs layout or is inside a filter is reported', async () => {
      const page = await openHome(1280);
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`
          main { filter: opacity(1); }
          @keyframes grow { from { width: 0; } }
          .figure { animation-name: grow !important; }
          .snack-card-picture { transform: none !important; }
        `);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      });
      const { faults } = await findCostlyAnimations(page, '.snack-card');
      expect(faults).toEqual(
        expect.arrayContaining([
          'SPAN animates width',
          'SPAN is inside the filter of MAIN',
          'IMG has no transform before and after its animation',
        ]),
      );
    });
  },
  { engines: ['sqlite'] },
);
