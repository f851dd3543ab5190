import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './exclusive.mjs';

let folder = '';
let lock = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-lock-'));
  lock = join(folder, 'lock');
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('two tasks under one lock do not overlap', async () => {
  const steps: string[] = [];
  const first = Promise.withResolvers<undefined>();
  const tasks = [
    withLock(lock, async () => {
      steps.push('first begins');
      await first.promise;
      steps.push('first ends');
    }),
    withLock(lock, async () => {
      steps.push('second begins');
    }),
  ];
  first.resolve(undefined);
  await Promise.all(tasks);
  expect(steps).toEqual(['first begins', 'first ends', 'second begins']);
});

test('the lock of a process that was killed is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(lock, String(pid));
  expect(await withLock(lock, async () => 'done')).toBe('done');
});

test('a task that fails releases the lock', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});
