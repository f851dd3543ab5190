import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { portProblem } from '#server/config/config.ts';
import { assertPortIsFree, localAddress } from './ports.ts';

const listener = { title: 'the product', host: '127.0.0.1', port: 3000, portVariable: 'PORT' };

test('a port that is in use is refused with a sentence that names it and its variable', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(assertPortIsFree({ ...listener, port })).rejects.toThrow(
    `Port ${port} for the product is already in use: stop the program that uses it, or choose another port with PORT.`,
  );
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await expect(assertPortIsFree({ ...listener, port })).resolves.toBeUndefined();
});

test.each([
  ['EACCES', 'Port 3000 for the product needs more privileges than this user has: choose a port above 1023 with PORT.'],
  ['EADDRNOTAVAIL', 'HOST is 127.0.0.1, which is not an address of this machine.'],
  ['EMFILE', 'Port 3000 for the product cannot be used (EMFILE).'],
])('the error %s is explained in one sentence', (code, sentence) => {
  expect(portProblem(listener, code)).toBe(sentence);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://127.0.0.1:80'],
  ['::1', 'http://[::1]:80'],
  ['localhost', 'http://localhost:80'],
])('a listener on %s is reached at %s', (host, address) => {
  expect(localAddress(host, 80)).toBe(address);
});
