import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '#server/db/database.ts';

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
  'growth',
  'proofs',
] as const;

export type Part = (typeof parts)[number];

export interface BenchOptions {
  readonly engines: readonly Engine[];
  readonly parts: readonly Part[];
  /** Rounds that count, after the warm-up rounds. */
  readonly rounds: number;
  readonly sliceMs: number;
  /** Number of distinct webhooks to deliver. */
  readonly webhooks: number;
  /** Failed logins of each kind. */
  readonly tries: number;
  /** Donations of the large year, and leaves of the public log. */
  readonly donations: number;
  /** How often each call of the admin area is measured. */
  readonly calls: number;
  /** A folder in which the years of donations stay, for other runs; undefined removes them at the end. */
  readonly keep: string | undefined;
  /** A text in the titles of the calls of the admin area to measure; undefined measures all, and checks the ledger afterward. */
  readonly call: string | undefined;
}

/**
 * Reads the command line: `--quick` for a short run, `--only` with comma-separated parts, `--engine` for one of the databases,
 * `--keep` for the folder in which years of donations stay, `--donations` for how many the large year has, `--call` for those
 * calls of the admin area whose titles have a text.
 * Growth and proofs take long and run only when they are named. Throws on anything else.
 */
export function readOptions(commandLine: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...commandLine],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      engine: { type: 'string' },
      keep: { type: 'string' },
      donations: { type: 'string' },
      call: { type: 'string' },
    },
  });
  const chosen =
    values.only?.split(',').map((name) => partNamed(name.trim())) ??
    parts.filter((part) => part !== 'growth' && part !== 'proofs');
  const engines = values.engine === undefined ? allEngines : [engineNamed(values.engine)];
  const keep = values.keep === undefined ? undefined : resolve(values.keep);
  const length = values.quick ? quick : complete;
  const donations = values.donations === undefined ? length.donations : countIn(values.donations);
  return { engines, parts: chosen, keep, call: values.call, ...length, donations };
}

const quick = { rounds: 3, sliceMs: 300, webhooks: 400, tries: 20, donations: 20_000, calls: 10 } as const;
const complete = { rounds: 9, sliceMs: 1000, webhooks: 10_000, tries: 200, donations: 1_000_000, calls: 40 } as const;

const allEngines: readonly Engine[] = ['sqlite', 'postgres'];

function engineNamed(name: string): Engine {
  const engine = allEngines.find((known) => known === name);
  if (engine === undefined) throw new Error(`--engine takes ${allEngines.join(' or ')}, not ${name}.`);
  return engine;
}

function countIn(text: string): number {
  if (!/^[1-9]\d{2,7}$/.test(text)) throw new Error(`--donations takes a count of 100 or more, not ${text}.`);
  return Number(text);
}

function partNamed(name: string): Part {
  const part = parts.find((known) => known === name);
  if (part === undefined) throw new Error(`--only takes ${parts.join(', ')}; there is no part ${name}.`);
  return part;
}
