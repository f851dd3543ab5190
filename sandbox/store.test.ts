import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modesIn = (path: string) =>
  Object.fromEntries(readdirSync(path).map((file) => [file, statSync(join(path, file)).mode & 0o777]));
const privateFiles = { 'sandbox.sqlite': 0o600, 'sandbox.sqlite-shm': 0o600, 'sandbox.sqlite-wal': 0o600 };

test('the stored payments can be read only by their owner', () => {
  const store = openStore(join(folder, 'data', 'sandbox.sqlite'));
  expect(modesIn(folder)).toEqual({ data: 0o700 });
  expect(modesIn(join(folder, 'data'))).toEqual(privateFiles);
  store.close();
});

test('files that others could read become private when they are opened again, even after a crash', () => {
  const crashed = openStore(join(folder, 'sandbox.sqlite')); // its files remain
  for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644);
  const store = openStore(join(folder, 'sandbox.sqlite'));
  expect(modesIn(folder)).toEqual(privateFiles);
  store.close();
  crashed.close();
});
