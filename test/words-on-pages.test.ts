import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { brand } from '#domain/brand.ts';
import { namePlaceholder } from '#domain/page-placeholders.ts';
import { standardWords } from '#domain/words/words.ts';
import { loadWebBuild, type WebBuild } from '#server/http/pages.ts';
import { wordsContent } from '#server/words/index.ts';
import { builtPath, servedFolder } from '#tools/build/paths.ts';
import { buildIfStale } from '#tools/start/builds.ts';
import { projectRoot } from './guards/read-source-files.ts';

const contactEmail = 'help@kindbite.org';

let web: WebBuild;
const contents = [wordsContent(0, { ...standardWords, contactEmail })];
const pageAt = (path: string): string => web.pages.get(path)?.(contents).plain.toString() ?? '';

beforeAll(async () => {
  await buildIfStale(['pages']);
  const settings = { sandbox: undefined, publicUrl: 'https://kindbite.org', analyticsId: undefined };
  web = loadWebBuild(builtPath(servedFolder), settings);
});

describe('the contact address', () => {
  test.each(['/contact', '/privacy'])('of this installation is linked on %s', (path) => {
    expect(pageAt(path)).toContain(`<a href="mailto:${contactEmail}"`);
  });

  test('is in the data for search engines', () => {
    expect(pageAt('/')).toContain(`"email":"${contactEmail}"`);
  });

  test('of the brand is on no page of an installation with its own address', () => {
    const pages = [...web.pages.keys()].filter((path) => pageAt(path).includes(brand.contactEmail));
    expect(pages).toEqual([]);
    expect(web.notFound(contents).plain.toString()).not.toContain(brand.contactEmail);
  });

  test('of the brand is only a default', () => {
    const users = globSync('{src,tools}/**/*.{ts,tsx}', { cwd: projectRoot }).filter(
      (path) =>
        !/\.test\.tsx?$/.test(path) && readFileSync(join(projectRoot, path), 'utf8').includes('brand.contactEmail'),
    );
    expect(users.toSorted()).toEqual(['src/server/config/config.ts', 'src/web/page-settings.ts']);
  });
});

describe('a published name', () => {
  const renamed = [
    wordsContent(1, {
      ...standardWords,
      name: 'Snack Aid!',
      contactEmail,
      socialLinks: { ...standardWords.socialLinks, X: '', Facebook: 'https://social.example/snack-aid' },
    }),
  ];
  const renamedPage = (path: string): string => web.pages.get(path)?.(renamed).plain.toString() ?? '';
  /** Returns the HTML without its style sheets, because visitors do not read them. */
  const textOf = (html: string): string => html.replaceAll(/<style.*?<\/style>/gs, '');

  test('is on every page, and the former one is on none', () => {
    const pages = [...web.pages.keys()].map((path) => [path, textOf(renamedPage(path))] as const);
    const links = Object.values(brand.socialLinks);
    const isFormer = (html: string): boolean =>
      links.reduce((rest, url) => rest.replaceAll(url, ''), html).includes(brand.name);
    expect(pages.filter(([, html]) => isFormer(html) || html.includes(namePlaceholder))).toEqual([]);
    expect(pages.filter(([, html]) => !html.includes('– Snack Aid!</title>')).map(([path]) => path)).toEqual(['/']);
    expect(renamedPage('/')).toContain('<title>Snack Aid! – ');
  });

  test('is in the data for search engines and link previews, and in the hashtags', () => {
    expect(renamedPage('/')).toContain('"name":"Snack Aid!"');
    expect(renamedPage('/')).toContain('<meta property="og:site_name" content="Snack Aid!">');
    expect(renamedPage('/impact-report')).toContain('%23SnackAid%20');
  });

  test('is published with its social links; a network without a link is neither in the footer nor in the data', () => {
    const html = renamedPage('/');
    expect(html).toContain('"sameAs":["https://social.example/snack-aid","https://www.instagram.com/kindbite"]');
    expect(html).toContain('<a href="https://social.example/snack-aid"');
    expect(html).toContain('aria-label="Snack Aid! on Facebook"');
    expect(html).not.toContain('Snack Aid! on X');
    expect(html).toContain('<meta name="social-X" content="" />');
  });

  test('a page that a version does not change is not compressed again', () => {
    const pages = [
      wordsContent(2, { ...standardWords, contactEmail }),
      wordsContent(3, { ...standardWords, contactEmail }),
    ];
    const [one, other] = pages.map((content) => web.pages.get('/terms')?.([content]));
    expect(other).toBe(one);
  });
});
