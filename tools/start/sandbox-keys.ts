import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

const stripeKeys = z.object({
  secretKey: z.string().check(z.regex(/^sk_test_sandbox_\w+$/)),
  webhookSecret: z.string().check(z.regex(/^whsec_\w+$/)),
});

const paypalKeys = z.object({
  clientId: z.string().check(z.regex(/^sandbox_client_\w+$/)),
  clientSecret: z.string().check(z.regex(/^sandbox_secret_\w+$/)),
  webhookId: z.string().check(z.regex(/^WH-SANDBOX-\w+$/)),
});

const sandboxKeys = z.extend(stripeKeys, { paypal: paypalKeys });

/** The secrets that the product and its payment sandbox share, in the shape of a real provider's. */
export type SandboxKeys = z.infer<typeof sandboxKeys>;

/** The keys of this data folder: drawn at the first start, the same ever after. Only their owner may read the file. */
export function loadSandboxKeys(dataDir: string): SandboxKeys {
  const path = join(dataDir, 'sandbox-keys.json');
  if (!existsSync(path)) writeOnce(path, textOf({ ...drawStripeKeys(), paypal: drawPayPalKeys() }));
  const held = parseJson(readFileSync(path, 'utf8'));
  const earlier = stripeKeys.safeParse(held);
  const isOfEarlierStart = earlier.success && typeof held === 'object' && held !== null && !('paypal' in held);
  if (isOfEarlierStart) replace(path, textOf({ ...earlier.data, paypal: drawPayPalKeys() })); // from before PayPal was offered
  const parsed = sandboxKeys.safeParse(isOfEarlierStart ? parseJson(readFileSync(path, 'utf8')) : held);
  if (!parsed.success) throw new Refusal(`${path} does not hold sandbox keys: remove it, and new ones are made.`);
  return parsed.data;
}

const drawStripeKeys = (): z.infer<typeof stripeKeys> => ({
  secretKey: `sk_test_sandbox_${randomBytes(24).toString('hex')}`,
  webhookSecret: `whsec_${randomBytes(32).toString('hex')}`,
});

const drawPayPalKeys = (): z.infer<typeof paypalKeys> => ({
  clientId: `sandbox_client_${randomBytes(12).toString('hex')}`,
  clientSecret: `sandbox_secret_${randomBytes(32).toString('hex')}`,
  webhookId: `WH-SANDBOX-${randomBytes(8).toString('hex').toUpperCase()}`,
});

const textOf = (keys: SandboxKeys): string => JSON.stringify(keys, null, 2);

/** Appears whole or not at all, and never replaces what another start wrote in the same moment. */
function writeOnce(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Replaced whole: whoever reads meanwhile finds the old keys or the new ones. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller says what to do about it
  }
}
