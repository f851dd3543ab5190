import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtPath, servedFolder } from '#tools/build/paths.ts';
import { buildIfStale } from '#tools/start/builds.ts';

test('no style sheet registers custom properties: each later sheet would style the whole page again', async () => {
  await buildIfStale(['pages']);
  const folder = builtPath(servedFolder);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:html|css|js)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('@property '))).toEqual([]);
});
