import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const lineCount = 5000; // far more than a pipe or the log's buffer holds

/** Logs many lines in a program that then runs `ending`, or gets `signal` after its first output. Returns the lines. */
async function linesLoggedBefore(ending: string, signal?: NodeJS.Signals): Promise<string[]> {
  const program = `
    import { createLog } from '#server/log.ts';
    import { stopOnSignals } from '#server/stop-on-signals.ts';
    const log = createLog({ logLevel: 'info' });
    const stopped = async () => {};
    stopOnSignals({ log, db: { close: stopped } }, { drain: () => {}, server: { close: stopped } }, { stop: stopped });
    setImmediate(() => {
      for (let line = 1; line <= ${lineCount}; line += 1) log.info('line ' + line);
      ${ending}
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  if (signal) child.stdout.once('readable', () => child.kill(signal));
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return output
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

const allLines = Array.from({ length: lineCount }, (_none, index) => `line ${index + 1}`);

test.each([
  ['process.exit', 'process.exit(0);'],
  ['an uncaught exception', "throw new Error('unexpected');"],
  ['an unhandled rejection', "void Promise.reject(new Error('unexpected'));"],
  ['having nothing left to do', ''],
])('no line is lost when the process ends because of %s', async (_name, ending) => {
  expect(await linesLoggedBefore(ending)).toEqual(allLines);
});

test('no line is lost on SIGTERM, including the last one', async () => {
  const lines = await linesLoggedBefore('setInterval(() => {}, 1000);', 'SIGTERM');
  expect(lines).toEqual([...allLines, 'stopping']);
});

test('a reader that goes away does not end the process', async () => {
  const program = `
    import { createLog } from '#server/log.ts';
    const log = createLog({ logLevel: 'info' });
    process.stdin.once('data', () => {
      for (let line = 1; line <= ${lineCount}; line += 1) log.info('line ' + line);
      setTimeout(() => process.exit(5), 300);
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  child.stdout.destroy();
  child.stdin.write('go');
  expect(await once(child, 'close')).toEqual([5, null]);
});
