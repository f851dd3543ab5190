import { parseArgs } from 'node:util';

/** The parts that can be run alone. */
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

/** The name of one part. */
export type Part = (typeof parts)[number];

/** How long and how much to measure. */
export interface BenchOptions {
  readonly parts: readonly Part[];
  /** Rounds that count; some more are run first, while the servers warm up. */
  readonly rounds: number;
  readonly sliceMs: number;
  /** Distinct webhooks that are delivered. */
  readonly webhooks: number;
  /** Failed logins of each kind. */
  readonly tries: number;
}

/** Reads the command line: `--quick` for a short run, `--only` with one part or several separated by commas. Throws on anything else. */
export function readOptions(commandLine: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...commandLine],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const asked = values.only?.split(',').map((name) => partNamed(name.trim())) ?? parts;
  return values.quick
    ? { parts: asked, rounds: 3, sliceMs: 300, webhooks: 400, tries: 20 }
    : { parts: asked, rounds: 9, sliceMs: 1000, webhooks: 10_000, tries: 200 };
}

function partNamed(name: string): Part {
  const part = parts.find((known) => known === name);
  if (part === undefined) throw new Error(`--only takes ${parts.join(', ')}; there is no part ${name}.`);
  return part;
}
