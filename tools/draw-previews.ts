/**
 * `node tools/draw-previews.ts`: draws the link preview pictures in `public/art` from the product's art, colors and font. Run it
 * after a change of the art, colors or font, and commit the pictures.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { publicPath } from './build/paths.ts';
import { previewHtml, previews } from './previews/previews.ts';
import { chromiumArguments } from './provision/chromium-arguments.ts';

/** The size that sites with link previews expect, in pixels. */
const size = { width: 1200, height: 630 } as const;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [...chromiumArguments],
});
try {
  const page = await browser.newPage({ viewport: size });
  for (const preview of previews) {
    await page.setContent(previewHtml(preview), { waitUntil: 'load' });
    const file = publicPath(`/art/og-${preview.page}.png`);
    const picture = await page.screenshot(); // waits for the font to load
    writeFileSync(file, picture);
    console.log(`${file}: ${Math.ceil(picture.length / 1000)} kB`);
  }
} finally {
  await browser.close();
}
