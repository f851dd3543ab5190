import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, unlockDataFolder } from './data-folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => {
  unlockDataFolder();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts another process that tries to lock the folder. Returns what it prints. */
function tryElsewhere(): string {
  const module = JSON.stringify(new URL('data-folder-lock.ts', import.meta.url).href);
  const program = `import { lockDataFolder } from ${module};
    try { lockDataFolder(${JSON.stringify(folder)}); console.log('taken'); } catch (error) { console.log(error.message); }`;
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', program];
  return execFileSync(process.execPath, options, { encoding: 'utf8' }).trim();
}

test('a folder in use is refused to another process with a sentence', () => {
  lockDataFolder(folder);
  expect(tryElsewhere()).toBe(
    `DATA_DIR is ${folder}, which another running product uses: stop it, or choose another folder.`,
  );
});

test('a folder whose process has ended is free', () => {
  expect(tryElsewhere()).toBe('taken');
  lockDataFolder(folder);
  unlockDataFolder();
  expect(tryElsewhere()).toBe('taken');
});

test('only their owner can read the files of the lock, including those of an earlier release', () => {
  writeFileSync(join(folder, 'start.lock'), '', { mode: 0o644 });
  lockDataFolder(folder);
  const modes = readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mode & 0o777]);
  expect(modes).toEqual([
    ['start.lock', 0o600],
    ['start.lock-journal', 0o600],
  ]);
});
