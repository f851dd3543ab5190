import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

export const crashEngines = ['sqlite', 'postgres'] as const;

export type CrashEngine = (typeof crashEngines)[number];

export interface CrashOptions {
  /** Number of kills on each engine. */
  readonly kills: number;
  readonly engines: readonly CrashEngine[];
  /** The seed of the random numbers for the donors' actions and the kills. It is printed, so that a run can be repeated. */
  readonly seed: number;
}

const optionsSchema = z.object({
  kills: z._default(z.coerce.number().check(z.int(), z.gte(1)), 50),
  engine: z.optional(z.enum(crashEngines)),
  seed: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(0xffff_ffff))),
});

export const crashUsage = 'npm run crash -- [--kills 50] [--engine sqlite|postgres] [--seed 42]';

/** Reads the command line. Returns undefined if it is invalid. `randomSeed` is used if the command line has no seed. */
export function readCrashOptions(commandLine: readonly string[], randomSeed: number): CrashOptions | undefined {
  const parsed = optionsSchema.safeParse(parseOptions(commandLine));
  if (!parsed.success) return undefined;
  const { kills, engine, seed } = parsed.data;
  return { kills, engines: engine ? [engine] : crashEngines, seed: seed ?? randomSeed };
}

function parseOptions(commandLine: readonly string[]): unknown {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args: [...commandLine], options: { kills: text, engine: text, seed: text } }).values;
  } catch {
    return undefined; // an unknown option; the caller prints the usage
  }
}
