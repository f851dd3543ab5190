import { describe, expect, test } from 'vitest';
import { publicUrlMark } from '#domain/public-url.ts';
import { putSettings } from './page-settings.ts';

const settings = { sandbox: undefined, publicUrl: 'https://give.example', analyticsId: undefined };

describe('a prerendered page', () => {
  test('gets the public address of the installation wherever its mark stands, encoded inside other addresses', () => {
    const page =
      `<link rel="canonical" href="${publicUrlMark}/about"><meta property="og:url" content="${publicUrlMark}/about">` +
      `<a href="https://x.com/intent/post?url=${encodeURIComponent(`${publicUrlMark}/about`)}">X</a>`;
    expect(putSettings(page, settings)).toBe(
      '<link rel="canonical" href="https://give.example/about"><meta property="og:url" content="https://give.example/about">' +
        '<a href="https://x.com/intent/post?url=https%3A%2F%2Fgive.example%2Fabout">X</a>',
    );
  });

  test('tells its scripts the public address, and the id of analytics only where there is one', () => {
    const address = '<meta name="public-url" content="https://give.example" />';
    expect(putSettings('<!--settings-->', settings)).toBe(address);
    expect(putSettings('<!--settings-->', { ...settings, analyticsId: 'G-1' })).toBe(
      `${address}<meta name="analytics-id" content="G-1" />`,
    );
  });

  test('takes settings as texts: they end no tag and stand for nothing else', () => {
    const hostile = { ...settings, publicUrl: 'https://x"><script>$&', analyticsId: `"><img src=x onerror='1'>$'` };
    expect(putSettings(`<!--settings--><p>${publicUrlMark}</p>`, hostile)).toBe(
      '<meta name="public-url" content="https://x&quot;&gt;&lt;script&gt;$&amp;" />' +
        '<meta name="analytics-id" content="&quot;&gt;&lt;img src=x onerror=&#39;1&#39;&gt;$&#39;" />' +
        '<p>https://x&quot;&gt;&lt;script&gt;$&amp;</p>',
    );
  });

  test('says that no real money moves only where that is so', () => {
    const sandbox = { port: 3001, url: 'http://localhost:3001' };
    expect(putSettings('<!--notices-->', settings)).toBe('');
    expect(putSettings('<!--notices-->', { ...settings, sandbox })).toContain('Test mode: no real money moves');
  });
});
