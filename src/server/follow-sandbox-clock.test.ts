import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { followSandboxClock } from './follow-sandbox-clock.ts';

test('a response of the payment sandbox that breaks off does not change the clock', async () => {
  const sandbox = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  });
  sandbox.listen(0, '127.0.0.1');
  await once(sandbox, 'listening');
  const { port } = sandbox.address() as AddressInfo;
  const before = Date.now();
  const clock = await followSandboxClock(new URL('/clock', `http://127.0.0.1:${port}`));
  clock.stop();
  const now = clock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  sandbox.close();
});
