import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

const sandboxKeys = z.object({
  secretKey: z.string().check(z.regex(/^sk_test_sandbox_\w+$/)),
  webhookSecret: z.string().check(z.regex(/^whsec_\w+$/)),
});

/** The secrets that the product and its payment sandbox share, in the shape of a real provider's. */
export type SandboxKeys = z.infer<typeof sandboxKeys>;

/** The keys of this data folder: drawn at the first start, the same ever after. Only their owner may read the file. */
export function loadSandboxKeys(dataDir: string): SandboxKeys {
  const path = join(dataDir, 'sandbox-keys.json');
  if (!existsSync(path)) writeOnce(path, JSON.stringify(drawKeys(), null, 2));
  const parsed = sandboxKeys.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Refusal(`${path} does not hold sandbox keys: remove it, and new ones are made.`);
  return parsed.data;
}

const drawKeys = (): SandboxKeys => ({
  secretKey: `sk_test_sandbox_${randomBytes(24).toString('hex')}`,
  webhookSecret: `whsec_${randomBytes(32).toString('hex')}`,
});

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller says what to do about it
  }
}
