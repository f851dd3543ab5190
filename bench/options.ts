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
  'load',
  'start',
  'memory',
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
  /** The number of times that the growth part measures each call. */
  readonly calls: number;
  /** A folder that keeps the years of donations for later runs; if undefined, they are removed at the end. */
  readonly keep: string | undefined;
  /** The growth part measures only calls with this text in their title; if undefined, it measures all and checks the ledger. */
  readonly call: string | undefined;
  /** Starts that count, after the first one. */
  readonly starts: number;
  /** Another built checkout of the repository. Its starts alternate with ours; if undefined, only ours are measured. */
  readonly against: string | undefined;
  /** The number of checkouts before memory is measured. */
  readonly checkouts: number;
  /** Minutes of mixed load after these checkouts, and of the steady loads; undefined for the usual time. */
  readonly minutes: number | undefined;
}

/**
 * Reads the command line; throws on an unknown option or value.
 *
 * - `--quick`: a short run
 * - `--only`: the parts to run, separated by commas; growth, load, proofs, start and memory run only when named
 * - `--engine`: `sqlite` or `postgres`; without it, both
 * - `--keep`: a folder that keeps the years of donations for later runs
 * - `--donations`: how many donations the large year has
 * - `--call`: the growth part measures only calls with this text in their title
 * - `--against`: another checkout of the repository, whose starts alternate with ours
 * - `--minutes`: how long memory is watched and a steady load lasts
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
      against: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const chosen =
    values.only?.split(',').map((name) => parsePart(name.trim())) ??
    parts.filter((part) => !onlyWhenNamed.includes(part));
  const engines = values.engine === undefined ? allEngines : [parseEngine(values.engine)];
  const keep = values.keep === undefined ? undefined : resolve(values.keep);
  const sizes = values.quick ? quick : complete;
  const donations = values.donations === undefined ? sizes.donations : parseDonations(values.donations);
  const against = values.against === undefined ? undefined : resolve(values.against);
  const minutes = values.minutes === undefined ? undefined : parseMinutes(values.minutes);
  return { engines, parts: chosen, keep, call: values.call, against, minutes, ...sizes, donations };
}

const onlyWhenNamed: readonly Part[] = ['growth', 'load', 'proofs', 'start', 'memory'];

const quick = {
  rounds: 3,
  sliceMs: 300,
  webhooks: 400,
  tries: 20,
  donations: 20_000,
  calls: 6,
  starts: 3,
  checkouts: 1000,
} as const;
const complete = {
  rounds: 9,
  sliceMs: 1000,
  webhooks: 10_000,
  tries: 200,
  donations: 1_000_000,
  calls: 40,
  starts: 10,
  checkouts: 10_000,
} as const;

const allEngines: readonly Engine[] = ['sqlite', 'postgres'];

function parseEngine(name: string): Engine {
  const engine = allEngines.find((known) => known === name);
  if (engine === undefined) throw new Error(`--engine takes ${allEngines.join(' or ')}, not ${name}.`);
  return engine;
}

function parseDonations(text: string): number {
  if (!/^[1-9]\d{2,7}$/.test(text)) throw new Error(`--donations takes a count of 100 or more, not ${text}.`);
  return Number(text);
}

function parseMinutes(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Error(`--minutes takes a whole number of minutes, not ${text}.`);
  return Number(text);
}

function parsePart(name: string): Part {
  const part = parts.find((known) => known === name);
  if (part === undefined) throw new Error(`--only takes ${parts.join(', ')}; there is no part ${name}.`);
  return part;
}
