import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSandboxKeys } from './sandbox-keys.ts';

let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'test-keys-'));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

test('keys are generated once and stay the same', () => {
  const keys = loadSandboxKeys(dataDir);
  expect(keys.secretKey).toMatch(/^sk_test_sandbox_[0-9a-f]{48}$/);
  expect(keys.webhookSecret).toMatch(/^whsec_[0-9a-f]{64}$/);
  expect(keys.paypal.clientSecret).toMatch(/^sandbox_secret_[0-9a-f]{64}$/);
  expect(loadSandboxKeys(dataDir)).toEqual(keys);
  expect(readdirSync(dataDir)).toEqual(['sandbox-keys.json']);
});

test('a file without PayPal keys keeps its Stripe keys and gets the missing ones', () => {
  const earlier = { secretKey: 'sk_test_sandbox_1', webhookSecret: 'whsec_1' };
  writeFileSync(join(dataDir, 'sandbox-keys.json'), JSON.stringify(earlier), { mode: 0o600 });
  const keys = loadSandboxKeys(dataDir);
  expect(keys).toMatchObject(earlier);
  expect(keys.paypal.clientId).toMatch(/^sandbox_client_[0-9a-f]{24}$/);
  expect(loadSandboxKeys(dataDir)).toEqual(keys);
  expect(statSync(join(dataDir, 'sandbox-keys.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['sandbox-keys.json']);
});

test('only their owner can read the keys', () => {
  loadSandboxKeys(dataDir);
  expect(statSync(join(dataDir, 'sandbox-keys.json')).mode & 0o777).toBe(0o600);
});

test.each([
  '',
  '{}',
  '{"secretKey":"sk_live_real","webhookSecret":"whsec_x"}',
  '{"secretKey":"sk_test_sandbox_1","webhookSecret":"whsec_x","paypal":{"clientId":"real"}}',
])('a file that holds %j is refused', (text) => {
  writeFileSync(join(dataDir, 'sandbox-keys.json'), text);
  expect(() => loadSandboxKeys(dataDir)).toThrow(
    'does not contain sandbox keys: remove it, and new ones are generated.',
  );
});
