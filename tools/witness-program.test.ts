import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rotateSigningKey } from '#server/public-log/index.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { FalseLog } from '#test/support/public-log/false-log.ts';
import { growLog } from '#test/support/public-log/log-world.ts';
import { inProject } from './start/paths.ts';

const tool = new URL('witness.ts', import.meta.url).pathname;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'witness-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Run = Promise<[code: number, stdout: string, stderr: string]>;

/** Runs the program. Returns its exit code and output. */
const run = (site: string, ...options: string[]): Run => execute(tool, site, ...options);

const execute = (...args: string[]): Run =>
  new Promise((resolve) => {
    const memory = ['--state', join(folder, 'state.json'), '--patience', '0'];
    execFile(process.execPath, [...args, ...memory], (error, stdout, stderr) =>
      resolve([Number(error?.code ?? 0), stdout, stderr]),
    );
  });

test('the program runs from an installed package, where Node does not strip types', async () => {
  const log = await FalseLog.open();
  const installed = join(folder, 'node_modules', 'kindbite');
  try {
    log.grow(3);
    for (const file of ['package.json', 'tools/witness.ts', 'tools/bootstrap/witness.mjs'])
      cpSync(inProject(file), join(installed, file));
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    const program = join(installed, bin['kindbite-witness'] ?? '');
    const grown = [0, expect.stringContaining('The log has only grown'), ''];
    expect(await execute('--disable-warning=ExperimentalWarning', program, log.address)).toEqual(grown);
  } finally {
    await log.close();
  }
});

test('the program follows our log, even after its key was replaced', async () => {
  const app: TestApp = await startApp('sqlite', { cards: stubCards() });
  try {
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    expect((await run(address))[0]).toBe(0);
    for (const donations of [2, 1, 4]) {
      await growLog(app, donations);
      expect((await run(address))[0]).toBe(0);
    }
    await rotateSigningKey(app.deps, 'Yearly');
    await growLog(app, 3);
    expect(await run(address)).toEqual([0, expect.stringContaining('The log has only grown: 10 leaves'), '']);
    const state = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as { heads: { treeSize: number }[] };
    expect(state.heads.map(({ treeSize }) => treeSize)).toEqual([2, 3, 7, 10]);
  } finally {
    await app.close();
  }
});

test('the program runs a command when it raises an alarm', async () => {
  const log = await FalseLog.open();
  try {
    log.grow(3);
    expect((await run(log.address))[0]).toBe(0);
    log.leaves[0] = 'other';
    const sentence = 'two heads of 3 leaves have different roots';
    const command = `echo "$WITNESS_ALARM" > ${join(folder, 'alarm.txt')}`;
    expect(await run(log.address, '--on-alarm', command)).toEqual([1, '', `ALARM: ${sentence}\n`]);
    expect(readFileSync(join(folder, 'alarm.txt'), 'utf8')).toBe(`${sentence}\n`);
  } finally {
    await log.close();
  }
});
