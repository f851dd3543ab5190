import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemRandom } from '#server/ids.ts';
import { newSecret, signedHeaders } from './sign.ts';

/** The example that the libraries of the Standard Webhooks specification are tested with. */
test('a message is signed as the specification says', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at: new Date(1_614_265_330_999),
  };
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a message is signed with each of two secrets', () => {
  const secrets = [newSecret(systemRandom()), newSecret(systemRandom())];
  const message = { id: 'evt_1', body: '{"name":"Zoë"}', at: new Date('2026-11-24T00:00:00.000Z') };
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`evt_1.1795478400.${message.body}`).digest('base64')}`;
  });
  expect(signedHeaders(message, secrets)['webhook-signature']).toBe(signatures.join(' '));
});

test('a secret has 256 bits, and none is made twice', () => {
  const secrets = Array.from({ length: 100 }, () => newSecret(systemRandom()));
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
});
