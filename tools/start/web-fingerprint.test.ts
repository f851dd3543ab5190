import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { computeFingerprint } from './web-fingerprint.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'test-fingerprint-'));
  write('src/web/app.ts', 'one');
  write('tools/build.ts', 'build');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test('the same files give the same fingerprint', () => {
  expect(computeFingerprint(root)).toBe(computeFingerprint(root));
});

test.each([
  ['a changed file', () => write('src/web/app.ts', 'two')],
  ['a new file', () => write('public/snacks/coffee.svg', 'cup')],
  ['a renamed file', () => renameSync(join(root, 'src/web/app.ts'), join(root, 'src/web/page.ts'))],
  ['another lock file', () => write('package-lock.json', '{}')],
  ['a changed helper of the build', () => write('tools/build-pages/prerender.ts', 'new')],
])('%s changes it', (_what, change) => {
  const before = computeFingerprint(root);
  change();
  expect(computeFingerprint(root)).not.toBe(before);
});

test.each([
  ['a test', () => write('src/web/app.test.ts', 'test')],
  ['the server', () => write('src/server/main.ts', 'server')],
  ['another tool', () => write('tools/check.ts', 'check')],
])('%s does not change it', (_what, change) => {
  const before = computeFingerprint(root);
  change();
  expect(computeFingerprint(root)).toBe(before);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
