import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium, findPostgres, findVerifierPrograms } from './find-programs.ts';
import { findInstallObstacle, type Installer } from './install-programs.ts';
import { provideTestPrograms } from './test-programs.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'test-programs-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test('the browser is found in PATH, in order', () => {
  addProgram('first', 'google-chrome');
  addProgram('second', 'chromium');
  expect(findChromium({ PATH: pathOf('empty', 'first', 'second') })).toBe(join(root, 'first', 'google-chrome'));
});

test('the headless shell is found before the full browser next to it', () => {
  addProgram('bin', 'chromium');
  const shell = addProgram('bin', 'chromium-headless-shell');
  expect(findChromium({ PATH: pathOf('bin') })).toBe(shell);
});

test('the full browser is installed when the shell has no package', async () => {
  const { requested, installer } = installerOf('chromium');
  const found = await provideTestPrograms({ PATH: pathOf('bin') }, installer);
  expect(requested.map(([browser]) => browser)).toEqual(['chromium-headless-shell', 'chromium']);
  expect(found.chromium).toEqual({ path: join(root, 'bin', 'chromium') });
});

test('CHROMIUM_PATH overrides the search even when it is wrong', () => {
  addProgram('bin', 'chromium');
  const own = addProgram('own', 'my-browser');
  expect(findChromium({ PATH: pathOf('bin'), CHROMIUM_PATH: own })).toBe(own);
  expect(findChromium({ PATH: pathOf('bin'), CHROMIUM_PATH: join(root, 'absent') })).toBeUndefined();
});

test('PostgreSQL is found in the folder that has both of its programs', async () => {
  addProgram('client', 'initdb');
  addProgram('server', 'initdb');
  addProgram('server', 'postgres');
  expect(await findPostgres({ PATH: pathOf('client', 'server') })).toBe(join(root, 'server'));
});

test('Python is found together with OpenSSL, or not at all', async () => {
  const python = addProgram('bin', 'python3');
  expect(findVerifierPrograms({ PATH: pathOf('bin') })).toBeUndefined();
  const openssl = addProgram('other', 'openssl');
  expect(findVerifierPrograms({ PATH: pathOf('bin', 'other') })).toEqual({ python, openssl });
  const installer = { obstacle: 'this system has no apt-get', install: async () => undefined };
  const found = await provideTestPrograms({ PATH: pathOf('bin') }, installer);
  expect(found.verifier).toEqual({
    problem:
      'The second receipt verifier needs Python and OpenSSL: install the packages python3 and openssl. ' +
      'It was not installed here because this system has no apt-get.',
  });
});

test('an installed program is found', async () => {
  const { requested, installer } = installerOf('chromium-headless-shell');
  const found = await provideTestPrograms({ PATH: pathOf('bin') }, installer);
  expect(requested.map(([browser]) => browser)).toEqual(['chromium-headless-shell']);
  expect(found.chromium).toEqual({ path: join(root, 'bin', 'chromium-headless-shell') });
});

test('a program that cannot be installed is reported with a sentence that says what to install', async () => {
  const installer = { obstacle: findInstallObstacle(false, true), install: async () => undefined };
  const { chromium } = await provideTestPrograms({ PATH: pathOf('bin') }, installer);
  expect(chromium).toEqual({
    problem:
      'The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH. ' +
      'It was not installed here because only root may install packages.',
  });
});

test('a failed installation shows the output of the package manager', async () => {
  const installer = { obstacle: undefined, install: async () => 'E: Unable to fetch some archives' };
  const { chromium } = await provideTestPrograms({ PATH: pathOf('bin') }, installer);
  expect(chromium).toMatchObject({
    problem: expect.stringContaining('apt-get failed:\nE: Unable to fetch some archives'),
  });
});

test.each([
  [true, true, undefined],
  [false, true, 'only root may install packages'],
  [true, false, 'this system has no apt-get'],
])('with root %s and apt-get %s, the obstacle to an installation is %s', (isRoot, hasApt, obstacle) => {
  expect(findInstallObstacle(isRoot, hasApt)).toBe(obstacle);
});

/** Creates an installer that has a package for only one browser. */
function installerOf(browser: string): { readonly requested: string[][]; readonly installer: Installer } {
  const requested: string[][] = [];
  const install = async (packages: readonly string[]): Promise<string | undefined> => {
    requested.push([...packages]);
    if (!packages.includes(browser)) return `E: Unable to locate package ${packages[0]}`;
    for (const name of [browser, 'initdb', 'postgres']) addProgram('bin', name);
    return undefined;
  };
  return { requested, installer: { obstacle: undefined, install } };
}

const pathOf = (...folders: string[]): string => folders.map((folder) => join(root, folder)).join(delimiter);

function addProgram(folder: string, name: string): string {
  const path = join(root, folder, name);
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}
