import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { isId } from '#server/ids.ts';

export interface ReconcileOptions {
  /** True if the database was restored from a backup, or replaces another one. */
  readonly isRestored: boolean;
  /** The id of the installation that this database replaces. */
  readonly replacedId: string | undefined;
  /** Records since this time are missing, so everything since then is reconciled too. */
  readonly lostSince: Date | undefined;
}

export const reconcileUsage = 'npm run reconcile -- [--restored] [--replaces ins_… --since 2026-01-31]';

const optionsSchema = z
  .object({
    restored: z._default(z.boolean(), false),
    replaces: z.optional(z.string().check(z.refine((text) => isId('ins', text)))),
    since: z.optional(z.iso.date()),
  })
  .check(z.refine(({ replaces, since }) => (replaces === undefined) === (since === undefined)));

/** Reads the command line; returns undefined if it is invalid. */
export function readReconcileOptions(commandLine: readonly string[]): ReconcileOptions | undefined {
  const parsed = optionsSchema.safeParse(parseOptions(commandLine));
  if (!parsed.success) return undefined;
  const { restored, replaces, since } = parsed.data;
  return {
    isRestored: restored || replaces !== undefined,
    replacedId: replaces,
    lostSince: since === undefined ? undefined : new Date(since),
  };
}

function parseOptions(commandLine: readonly string[]): unknown {
  try {
    const text = { type: 'string' } as const;
    const options = { restored: { type: 'boolean' }, replaces: text, since: text } as const;
    return parseArgs({ args: [...commandLine], options }).values;
  } catch {
    return undefined; // an unknown option, a missing value, or an argument that is no option
  }
}
