import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastRunFile } from './last-run-file.ts';

test('the note of the last run can be read only by its owner, even if an earlier release wrote it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'last-run-'));
  const note = lastRunFile(join(folder, 'data'));
  const run = { installationId: 'ins_1', runId: 'rec_1', startedAt: new Date('2026-03-04T12:00:00Z') };
  const file = join(folder, 'data', 'last-reconciliation.json');
  for (const runId of ['rec_1', 'rec_2']) {
    note.write({ ...run, runId });
    expect([note.read()?.runId, statSync(file).mode & 0o777]).toEqual([runId, 0o600]);
    chmodSync(file, 0o644);
  }
  expect([statSync(join(folder, 'data')).mode & 0o777, readdirSync(join(folder, 'data'))]).toEqual([
    0o700,
    ['last-reconciliation.json'],
  ]);
  rmSync(folder, { recursive: true });
});
