import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dumpDatabase } from './engines.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test.each([
  ['postgres://backup:p%40ss@db.example/kindbite?sslmode=require', 'p@ss'],
  ['postgres://backup@db.example/kindbite?password=p%40ss&sslmode=require', 'p@ss'],
  ['postgres://backup@db.example/kindbite?sslmode=require', 'from the environment'],
])("the password of %s is not in the program's arguments, which everyone can read", async (databaseUrl, password) => {
  const program = join(folder, 'pg_dump');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$PGPASSWORD" "$@" > ${join(folder, 'call')}\n`);
  chmodSync(program, 0o700);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  vi.stubEnv('PGPASSWORD', 'from the environment');
  await dumpDatabase({ databaseUrl, dataDir: folder }, join(folder, 'backup.dump'));
  expect(readFileSync(join(folder, 'call'), 'utf8').trim().split('\n')).toEqual([
    password,
    '--format=custom',
    '--no-owner',
    `--file=${join(folder, 'backup.dump')}`,
    '--dbname=postgres://backup@db.example/kindbite?sslmode=require',
  ]);
});
