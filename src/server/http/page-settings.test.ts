import { describe, expect, test } from 'vitest';
import { publicUrlPlaceholder } from '#domain/page-placeholders.ts';
import { putSettings } from './page-settings.ts';

const settings = {
  sandbox: undefined,
  publicUrl: 'https://give.example',
  analyticsId: undefined,
};

describe('a prerendered page', () => {
  test('contains the public URL in place of every placeholder, encoded inside other URLs', () => {
    const page =
      `<link rel="canonical" href="${publicUrlPlaceholder}/about"><meta property="og:url" content="${publicUrlPlaceholder}/about">` +
      `<a href="https://x.com/intent/post?url=${encodeURIComponent(`${publicUrlPlaceholder}/about`)}">X</a>`;
    expect(putSettings(page, settings)).toBe(
      '<link rel="canonical" href="https://give.example/about"><meta property="og:url" content="https://give.example/about">' +
        '<a href="https://x.com/intent/post?url=https%3A%2F%2Fgive.example%2Fabout">X</a>',
    );
  });

  test('gives its scripts the public URL, leaves room for the words, and gives the analytics id only if there is one', () => {
    const address = '<meta name="public-url" content="https://give.example" /><!--words-->';
    expect(putSettings('<!--settings-->', settings)).toBe(address);
    expect(putSettings('<!--settings-->', { ...settings, analyticsId: 'G-1' })).toBe(
      `${address}<meta name="analytics-id" content="G-1" />`,
    );
  });

  test('escapes settings, so that none of them ends a tag', () => {
    const hostile = { ...settings, publicUrl: 'https://x"><script>$&', analyticsId: `"><img src=x onerror='1'>$'` };
    expect(putSettings(`<!--settings--><p>${publicUrlPlaceholder}</p>`, hostile)).toBe(
      '<meta name="public-url" content="https://x&quot;&gt;&lt;script&gt;$&amp;" />' +
        '<!--words-->' +
        '<meta name="analytics-id" content="&quot;&gt;&lt;img src=x onerror=&#39;1&#39;&gt;$&#39;" />' +
        '<p>https://x&quot;&gt;&lt;script&gt;$&amp;</p>',
    );
  });

  test('says only in test mode that no real money moves', () => {
    const sandbox = { port: 3001, url: 'http://localhost:3001' };
    expect(putSettings('<!--notices-->', settings)).toBe('');
    expect(putSettings('<!--notices-->', { ...settings, sandbox })).toContain('Test mode: no real money moves');
  });
});
