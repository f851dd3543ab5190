import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { privateMode, writeOnce } from '#server/disk/private-files.ts';
import { Refusal } from './refusal.ts';

const stripeKeys = z.object({
  secretKey: z.string().check(z.regex(/^sk_test_sandbox_\w+$/)),
  webhookSecret: z.string().check(z.regex(/^whsec_\w+$/)),
});

const paypalKeys = z.object({
  clientId: z.string().check(z.regex(/^sandbox_client_\w+$/)),
  clientSecret: z.string().check(z.regex(/^sandbox_secret_\w+$/)),
  webhookId: z.string().check(z.regex(/^(WH-SANDBOX-|SANDBOXWEBHOOK)\w+$/)),
});

const sandboxKeys = z.extend(stripeKeys, { paypal: paypalKeys });

/** The secrets that the product and its payment sandbox share, in the format of a real provider's. */
export type SandboxKeys = z.infer<typeof sandboxKeys>;

/** Loads the keys of this data folder, and generates them at the first start. Only the owner can read the file. */
export function loadSandboxKeys(dataDir: string): SandboxKeys {
  const path = join(dataDir, 'sandbox-keys.json');
  if (!existsSync(path)) writeOnce(path, textOf({ ...generateStripeKeys(), paypal: generatePayPalKeys() }));
  const stored = parseJson(readFileSync(path, 'utf8'));
  const earlier = stripeKeys.safeParse(stored);
  const hasNoPayPalKeys = earlier.success && typeof stored === 'object' && stored !== null && !('paypal' in stored);
  if (hasNoPayPalKeys) replace(path, textOf({ ...earlier.data, paypal: generatePayPalKeys() })); // written before PayPal was supported
  const parsed = sandboxKeys.safeParse(hasNoPayPalKeys ? parseJson(readFileSync(path, 'utf8')) : stored);
  if (!parsed.success)
    throw new Refusal(`${path} does not contain sandbox keys: remove it, and new ones are generated.`);
  return parsed.data;
}

/** The stored keys of this data folder; undefined before the first start, or if the file is damaged. */
export function readSandboxKeys(dataDir: string): SandboxKeys | undefined {
  const path = join(dataDir, 'sandbox-keys.json');
  return existsSync(path) ? sandboxKeys.safeParse(parseJson(readFileSync(path, 'utf8'))).data : undefined;
}

const generateStripeKeys = (): z.infer<typeof stripeKeys> => ({
  secretKey: `sk_test_sandbox_${randomBytes(24).toString('hex')}`,
  webhookSecret: `whsec_${randomBytes(32).toString('hex')}`,
});

const generatePayPalKeys = (): z.infer<typeof paypalKeys> => ({
  clientId: `sandbox_client_${randomBytes(12).toString('hex')}`,
  clientSecret: `sandbox_secret_${randomBytes(32).toString('hex')}`,
  webhookId: `SANDBOXWEBHOOK${randomBytes(8).toString('hex').toUpperCase()}`,
});

const textOf = (keys: SandboxKeys): string => JSON.stringify(keys, null, 2);

/** Replaces the file in one step, so that a concurrent reader sees the old keys or the new ones. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${text}\n`, { mode: privateMode });
  renameSync(draft, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller reports it
  }
}
