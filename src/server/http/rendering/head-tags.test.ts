import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headTags } from './head-tags.ts';

const publicFolder = join(import.meta.dirname, '../../../../public');
const tagsOf = (path: string, markup: string): readonly string[] => headTags({ path, markup, publicFolder });

const head = (path: string, closing: string): string =>
  `<title>Salt &amp; co</title><meta name="description" content="Of &quot;salt&quot;."/>${closing}<h1>${path}</h1>`;
const canonical = (path: string): string => `<link rel="canonical" href="{public-url}${path}"/>`;

test('the tags of a public page use its own escaped title and description', () => {
  expect(tagsOf('/salt', head('/salt', canonical('/salt')))).toEqual([
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="{site-name}">`,
    '<meta property="og:title" content="Salt &amp; co">',
    '<meta property="og:description" content="Of &quot;salt&quot;.">',
    '<meta property="og:url" content="{public-url}/salt">',
    '<meta property="og:image" content="{public-url}/art/og.png">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  ]);
});

test('a page with its own preview image uses it', () => {
  expect(tagsOf('/about', head('/about', canonical('/about')))).toContain(
    '<meta property="og:image" content="{public-url}/art/og-about.png">',
  );
});

test('a page with noindex gets no tags', () => {
  expect(tagsOf('/salt', head('/salt', '<meta name="robots" content="noindex"/>'))).toEqual([]);
});

test('no text on the page can end the data block early', () => {
  const markup = `${head('/faq', canonical('/faq'))}<details><summary>&lt;/script&gt;?</summary>No.</details>`;
  const block = tagsOf('/faq', markup).at(-1) ?? '';
  expect(block.split('</script>')).toHaveLength(2);
  expect(block).toContain(String.raw`"name":"\u003c/script>?"`);
});
