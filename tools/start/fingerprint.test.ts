import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builds } from './builds.ts';
import { computeFingerprint } from './fingerprint.ts';

let root = '';

const fingerprint = (): string => computeFingerprint(root, builds.pages.inputs);
const serverFingerprint = (): string => computeFingerprint(root, builds.server.inputs);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'test-fingerprint-'));
  write('src/web/app.ts', 'one');
  write('tools/build.ts', 'build');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test('the same files give the same fingerprint', () => {
  expect(fingerprint()).toBe(fingerprint());
});

test.each([
  ['a changed file', () => write('src/web/app.ts', 'two')],
  ['a new file', () => write('public/snacks/coffee.svg', 'cup')],
  ['a renamed file', () => renameSync(join(root, 'src/web/app.ts'), join(root, 'src/web/page.ts'))],
  ['another lock file', () => write('package-lock.json', '{}')],
  ['a changed helper of the build', () => write('tools/build-pages/prerender.ts', 'new')],
])('%s changes the fingerprint of the pages', (_name, change) => {
  const before = fingerprint();
  change();
  expect(fingerprint()).not.toBe(before);
});

test.each([
  ['a test', () => write('src/web/app.test.ts', 'test')],
  ['the server', () => write('src/server/main.ts', 'server')],
  ['another tool', () => write('tools/check.ts', 'check')],
])('%s does not change the fingerprint of the pages', (_name, change) => {
  const before = fingerprint();
  change();
  expect(fingerprint()).toBe(before);
});

test("only the server's own sources change its fingerprint", () => {
  const before = serverFingerprint();
  write('src/web/app.ts', 'two');
  write('src/server/main.test.ts', 'test');
  expect(serverFingerprint()).toBe(before);
  write('src/server/main.ts', 'server');
  expect(serverFingerprint()).not.toBe(before);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
