import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

/** The engines that the crash test can run on. */
export const crashEngines = ['sqlite', 'postgres'] as const;

/** One of them. */
export type CrashEngine = (typeof crashEngines)[number];

/** What the person who starts the crash test chose. */
export interface CrashOptions {
  /** How often the server is killed on each engine. */
  readonly kills: number;
  readonly engines: readonly CrashEngine[];
  /** Decides who gives what and when the server dies; printed, so that a run can be had again. */
  readonly seed: number;
}

const choices = z.object({
  kills: z._default(z.coerce.number().check(z.int(), z.gte(1)), 50),
  engine: z.optional(z.enum(crashEngines)),
  seed: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(0xffff_ffff))),
});

/** How the command is called. */
export const crashUsage = 'npm run crash -- [--kills 50] [--engine sqlite|postgres] [--seed 42]';

/** The options on a command line; `drawnSeed` counts when none is given. Undefined when they cannot be read. */
export function readCrashOptions(words: readonly string[], drawnSeed: number): CrashOptions | undefined {
  const parsed = choices.safeParse(readWords(words));
  if (!parsed.success) return undefined;
  const { kills, engine, seed } = parsed.data;
  return { kills, engines: engine ? [engine] : crashEngines, seed: seed ?? drawnSeed };
}

function readWords(words: readonly string[]): unknown {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args: [...words], options: { kills: text, engine: text, seed: text } }).values;
  } catch {
    return undefined; // an unknown option; the caller prints how to call it
  }
}
