import { expect, test } from 'vitest';
import { loadWebBuild } from '#server/http/pages.ts';
import { builtPath, servedFolder } from '#tools/build/paths.ts';
import { buildIfStale } from '#tools/start/builds.ts';

const dialogs = /<dialog.*?<\/dialog>/gs; // closed until a script opens them
const enabledButtons = /<button(?![^>]*\bdisabled\b)[^>]*>.*?<\/button>/gs;

test('no button of a prerendered page can be pressed before the page is hydrated: the press would be lost', async () => {
  await buildIfStale(['pages']);
  const settings = { sandbox: undefined, publicUrl: 'https://kindbite.org', analyticsId: undefined };
  const { pages } = loadWebBuild(builtPath(servedFolder), settings);
  const lost = [...pages].flatMap(([path, page]) => {
    const html = page([]).plain.toString().replaceAll(dialogs, '');
    return (html.match(enabledButtons) ?? []).map((button) => `${path}: ${button}`);
  });
  expect(pages.size).toBeGreaterThan(40);
  expect(lost).toEqual([]);
});
