/**
 * `node tools/draw-previews.ts`: draws the pictures that link previews show of single pages, out of the product's own art,
 * tokens and font, into `public/art`. To be run when one of those changes; the results are kept with the source.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { publicPath } from './build/paths.ts';
import { previewHtml } from './previews/preview-html.ts';
import { previews } from './previews/previews.ts';

/** What the places that show links ask for, in pixels. */
const size = { width: 1200, height: 630 } as const;

const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
try {
  const page = await browser.newPage({ viewport: size });
  for (const preview of previews) {
    await page.setContent(previewHtml(preview), { waitUntil: 'load' });
    const file = publicPath(`/art/og-${preview.page}.png`);
    const picture = await page.screenshot(); // waits for the font
    writeFileSync(file, picture);
    console.log(`${file}: ${Math.ceil(picture.length / 1000)} kB`);
  }
} finally {
  await browser.close();
}
