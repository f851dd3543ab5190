import { beforeAll, describe, expect, test } from 'vitest';
import { brand } from '#domain/brand.ts';
import { loadWebBuild, type WebBuild } from '#server/http/pages.ts';
import { builtPath, servedFolder } from '#tools/build/paths.ts';
import { buildWebIfStale } from '#tools/start/build-web.ts';
import { readSourceFiles } from './guards/read-source-files.ts';

const contactEmail = 'help@kindbite.org';

describe('the contact address', () => {
  let web: WebBuild;
  const pageAt = (path: string): string => web.pages.get(path)?.(new Date()).plain.toString() ?? '';

  beforeAll(async () => {
    await buildWebIfStale();
    const settings = { sandbox: undefined, publicUrl: 'https://kindbite.org', analyticsId: undefined, contactEmail };
    web = loadWebBuild(builtPath(servedFolder), settings);
  });

  test.each(['/contact', '/privacy'])('of this installation is linked on %s', (path) => {
    expect(pageAt(path)).toContain(`<a href="mailto:${contactEmail}"`);
  });

  test('is in the data for search engines', () => {
    expect(pageAt('/')).toContain(`"email":"${contactEmail}"`);
  });

  test('of the brand is on no page of an installation with its own', () => {
    const pages = [...web.pages].map(([path, page]) => [path, page(new Date()).plain.toString()] as const);
    expect(pages.filter(([, html]) => html.includes(brand.contactEmail)).map(([path]) => path)).toEqual([]);
    expect(web.notFound.plain.toString()).not.toContain(brand.contactEmail);
  });

  test('of the brand is only a default', () => {
    const users = readSourceFiles().filter(
      ({ path, source }) => /^(src|tools)\/.*(?<!\.test)\.tsx?$/.test(path) && source.includes('brand.contactEmail'),
    );
    expect(users.map(({ path }) => path)).toEqual([
      'src/mails/mail-frame.tsx',
      'src/server/config/config.ts',
      'src/web/page-settings.ts',
    ]);
  });
});
