import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from '../provision/free-port.ts';
import { type ChildPlan, startChild, waitUntilReady } from './child.ts';
import { createSupervisor } from './supervisor.ts';

const server = `
  import { createServer } from 'node:http';
  console.log('secret printed once');
  const server = createServer((request, reply) => {
    if (request.url === '/die') process.exit(7);
    reply.end('ok');
  });
  server.listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));
`;

let folder = '';
let port = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'test-child-'));
  port = await findFreePort();
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a child is ready when it responds, and has ended after a stop', async () => {
  const plan = planOf(server);
  const child = startChild(plan);
  await waitUntilReady(child, plan);
  await child.stop();
  expect(await child.ended).toBe('exit code 0');
  await expect(fetch(plan.readinessUrl)).rejects.toThrow('fetch failed');
});

test('output from before a child was ready is shown afterward', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const plan = planOf(server);
  const child = startChild(plan);
  await waitUntilReady(child, plan);
  await vi.waitUntil(() => child.lastLines() !== '', { timeout: 120_000 });
  expect(write).not.toHaveBeenCalledWith('secret printed once\n');
  child.show();
  expect(write).toHaveBeenCalledWith('secret printed once\n');
  await child.stop();
});

test('a child that crashes before it responds is refused with its last lines', async () => {
  const plan = planOf(`console.error('the state file is broken'); process.exitCode = 3;`);
  await expect(waitUntilReady(startChild(plan), plan)).rejects.toThrow(
    'the state file is broken\nThe product could not start (exit code 3); its last lines are above.',
  );
});

test('a crash is reported, a stop is not', async () => {
  const death = Promise.withResolvers<string>();
  const supervisor = createSupervisor(death.resolve);
  const plan = planOf(server);
  await supervisor.stop(await supervisor.start(plan));
  await supervisor.start(plan);
  await fetch(new URL('/die', plan.readinessUrl)).catch(() => undefined);
  expect(await death.promise).toBe('The product stopped unexpectedly (exit code 7).');
});

test('a child stops when its parent is killed', async () => {
  const preload = new URL('./exit-with-parent.mjs', import.meta.url).href;
  const child = join(folder, 'child.mjs');
  writeFileSync(child, `console.log('up'); setInterval(() => {}, 1000);`);
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['--import', ${JSON.stringify(preload)}, ${JSON.stringify(child)}],
        { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await once(parent.stdout, 'close'); // closes only after the child has ended too, because it holds the other end
  expect(parent.stdout.destroyed).toBe(true);
});

function planOf(source: string): ChildPlan {
  const entry = join(folder, 'child.mjs');
  writeFileSync(entry, source);
  const environment = { PATH: process.env['PATH'], PORT: String(port) };
  return { title: 'The product', entry, environment, readinessUrl: `http://127.0.0.1:${port}/` };
}
