import { parseArgs } from 'node:util';

export const parts = [
  'snacks',
  'checkout',
  'user',
  'impact',
  'donations',
  'rewards',
  'login',
  'settlement',
  'webhooks',
] as const;

export type Part = (typeof parts)[number];

export interface BenchOptions {
  readonly parts: readonly Part[];
  /** Rounds that count, after the warm-up rounds. */
  readonly rounds: number;
  readonly sliceMs: number;
  /** Number of distinct webhooks to deliver. */
  readonly webhooks: number;
  /** Failed logins of each kind. */
  readonly tries: number;
}

/** Reads the command line: `--quick` for a short run, `--only` with comma-separated parts. Throws on anything else. */
export function readOptions(commandLine: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...commandLine],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const chosen = values.only?.split(',').map((name) => partNamed(name.trim())) ?? parts;
  return values.quick
    ? { parts: chosen, rounds: 3, sliceMs: 300, webhooks: 400, tries: 20 }
    : { parts: chosen, rounds: 9, sliceMs: 1000, webhooks: 10_000, tries: 200 };
}

function partNamed(name: string): Part {
  const part = parts.find((known) => known === name);
  if (part === undefined) throw new Error(`--only takes ${parts.join(', ')}; there is no part ${name}.`);
  return part;
}
