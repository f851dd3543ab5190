import { expect, test } from 'vitest';
import { findFaults } from '../support/browser/page-quality.ts';
import { newVisitor, sharedBrowser } from '../support/browser/visitor.ts';

test('the next check of a page finds a fault that appeared after the first check', async () => {
  const { page, context } = await newVisitor(await sharedBrowser(), { width: 360 });
  await page.setContent(
    '<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><img alt="A pear"></main></html>',
  );
  expect(await findFaults(page)).toEqual([]);
  await page.locator('main').evaluate((main) => {
    main.style.width = '500px';
    main.querySelector('img')?.removeAttribute('alt');
    main.append(document.createElement('h1'));
  });
  expect(await findFaults(page)).toEqual([
    expect.stringMatching(/^empty-heading: /),
    'image-alt: <img>',
    '2 level 1 headings',
    expect.stringMatching(/^wider than the screen by \d+ px$/),
  ]);
  await context.close();
});
