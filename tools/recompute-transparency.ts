import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * `node tools/recompute-transparency.ts SITE`, or `DATA FIGURES` with files or addresses: computes every figure of the page
 * /transparency from its data file, and compares it with the page's figure. It shares no code with the product, so that it can
 * be read alone: docs/decisions/0152-transparency.md describes the file and the figures. Exits with 1 if a figure differs,
 * and with 2 if something cannot be read.
 */

/** The error when a file or page cannot be read; its message names it. */
class Unreadable extends Error {}

type Fields = Readonly<Record<string, unknown>>;

interface Group {
  readonly kind: 'received' | 'reversed';
  readonly charity: number;
  readonly currency: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly donations: number;
  readonly amountMinor: number;
  readonly serviceFeesMinor: number;
  readonly providerFeesMinor: number | null;
  readonly paidOn: string | null;
}

const usage = 'Usage: node tools/recompute-transparency.ts SITE, or DATA FIGURES (files or addresses)';
const attemptsMax = 3;

async function main(args: readonly string[]): Promise<number> {
  const [first, second] = args;
  if (first === undefined || args.length > 2) return fail(usage);
  const site = second === undefined ? first.replace(/\/$/, '') : undefined;
  const [data, figures] =
    site === undefined ? [first, second ?? ''] : [`${site}/api/transparency/data.json`, `${site}/api/transparency`];
  try {
    return await compare(data, figures);
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.message);
    throw error;
  }
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

async function compare(data: string, figures: string): Promise<number> {
  const { file, page } = await readBoth(data, figures);
  const groups = readGroups(parse(file, data));
  const problems = [...checkGroups(groups), ...differences(figuresOf(groups), page['figures'], 'figures')];
  if (page['fileSha256'] !== sha256(file)) problems.unshift('fileSha256: the page was made from another data file');
  for (const problem of problems) process.stdout.write(`differs: ${problem}\n`);
  if (problems.length > 0) return 1;
  process.stdout.write(`Every figure matches the sum of ${groups.length} groups of donations.\n`);
  return 0;
}

/** Reads the file and the page until they belong together: both can change between two responses. */
async function readBoth(data: string, figures: string): Promise<{ readonly file: string; readonly page: Fields }> {
  for (let attempt = 1; ; attempt += 1) {
    const file = await read(data);
    const page = parse(await read(figures), figures);
    if (page['fileSha256'] === sha256(file) || attempt === attemptsMax) return { file, page };
  }
}

async function read(source: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(source)) return await readFile(source, 'utf8');
    const response = await fetch(source, { signal: AbortSignal.timeout(30_000) });
    if (response.ok) return await response.text();
  } catch {
    // reported below
  }
  throw new Unreadable(`${source} cannot be read`);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function parse(text: string, source: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // reported below
  }
  throw new Unreadable(`${source} is not a JSON object`);
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function readGroups(file: Fields): Group[] {
  if (file['format'] !== 'donation-transparency-v1') throw new Unreadable('the data file has an unknown format');
  const { groups } = file;
  if (!Array.isArray(groups)) throw new Unreadable('the data file has no groups');
  return groups.map((group: unknown, index) => {
    if (!isGroup(group)) throw new Unreadable(`groups[${index}] is not a group of donations`);
    return group;
  });
}

function isGroup(value: unknown): value is Group {
  if (!isFields(value)) return false;
  const [kind, currency, fees, paidOn] = [
    value['kind'],
    value['currency'],
    value['providerFeesMinor'],
    value['paidOn'],
  ];
  const days = [value['firstDay'], value['lastDay'], ...(paidOn === null ? [] : [paidOn])];
  const numbers = [value['charity'], value['donations'], value['amountMinor'], value['serviceFeesMinor'], fees ?? 0];
  return (
    (kind === 'received' || kind === 'reversed') &&
    typeof currency === 'string' &&
    /^[A-Z]{3}$/.test(currency) &&
    days.every((day) => typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)) &&
    numbers.every((number) => Number.isSafeInteger(number))
  );
}

/** Checks that every group has at least five donations, and that no two groups of a series share a day. */
function checkGroups(groups: readonly Group[]): string[] {
  const problems: string[] = [];
  const lastDays = new Map<string, string>();
  for (const [index, group] of groups.entries()) {
    const series = `${group.kind} ${group.charity} ${group.currency}`;
    if (group.donations < 5) problems.push(`groups[${index}]: it has fewer than five donations`);
    if (group.firstDay > group.lastDay) problems.push(`groups[${index}]: it ends before it begins`);
    if (group.firstDay <= (lastDays.get(series) ?? '')) problems.push(`groups[${index}]: it overlaps another group`);
    lastDays.set(series, group.lastDay);
  }
  return problems;
}

function figuresOf(groups: readonly Group[]): Fields {
  const received = groups.filter(({ kind }) => kind === 'received');
  const lastDays = groups.map(({ lastDay }) => lastDay).toSorted();
  return {
    until: lastDays.at(-1) ?? null,
    charities: groupsByKey(groups, ({ charity, currency }) => [currency, charity]).map((own) => ({
      charity: own[0].charity,
      currency: own[0].currency,
      ...moneyOf(own),
    })),
    currencies: groupsByKey(groups, ({ currency }) => [currency]).map((own) => ({
      currency: own[0].currency,
      ...moneyOf(own),
    })),
    months: groupsByKey(received, ({ lastDay, currency }) => [lastDay.slice(0, 7), currency]).map((own) => ({
      month: own[0].lastDay.slice(0, 7),
      currency: own[0].currency,
      donations: total(own, 'donations'),
      receivedMinor: total(own, 'amountMinor'),
    })),
    medianDays: medianOf(received),
  };
}

type Groups = readonly [Group, ...Group[]];

/** The groups that have the same key, ordered by the parts of the key. */
function groupsByKey(groups: readonly Group[], keyOf: (group: Group) => readonly (string | number)[]): Groups[] {
  const found = new Map<string, [Group, ...Group[]]>();
  for (const group of groups) {
    const key = JSON.stringify(keyOf(group));
    const set = found.get(key);
    if (set) set.push(group);
    else found.set(key, [group]);
  }
  return [...found.values()].toSorted((one, other) => compareKeys(keyOf(one[0]), keyOf(other[0])));
}

function compareKeys(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [index, part] of one.entries()) {
    const others = other[index] ?? 0;
    if (part !== others) return part < others ? -1 : 1;
  }
  return 0;
}

function moneyOf(groups: readonly Group[]): Fields {
  const received = groups.filter(({ kind }) => kind === 'received');
  const reversed = groups.filter(({ kind }) => kind === 'reversed');
  const paid = (some: readonly Group[]) => some.filter(({ paidOn }) => paidOn !== null);
  const known = received.filter(({ providerFeesMinor }) => providerFeesMinor !== null);
  const [receivedMinor, reversedMinor] = [total(received, 'amountMinor'), total(reversed, 'amountMinor')];
  const paidOutMinor = total(paid(received), 'amountMinor') - total(paid(reversed), 'amountMinor');
  return {
    donations: total(received, 'donations'),
    receivedMinor,
    reversedMinor,
    paidOutMinor,
    owedMinor: receivedMinor - reversedMinor - paidOutMinor,
    serviceFeesMinor: total(received, 'serviceFeesMinor') - total(reversed, 'serviceFeesMinor'),
    providerFeesMinor: known.reduce((sum, { providerFeesMinor }) => sum + (providerFeesMinor ?? 0), 0),
    donationsWithProviderFees: total(known, 'donations'),
  };
}

const total = (groups: readonly Group[], field: 'donations' | 'amountMinor' | 'serviceFeesMinor'): number =>
  groups.reduce((sum, group) => sum + group[field], 0);

/** The smallest number of days within which at least half of the donations of paid groups were paid. */
function medianOf(received: readonly Group[]): number | null {
  const days = new Map<number, number>();
  for (const { firstDay, paidOn, donations } of received) {
    if (paidOn === null) continue;
    const wait = Math.max(0, (Date.parse(paidOn) - Date.parse(firstDay)) / 86_400_000);
    days.set(wait, (days.get(wait) ?? 0) + donations);
  }
  const donationCount = [...days.values()].reduce((sum, count) => sum + count, 0);
  let within = 0;
  for (const [wait, count] of [...days].toSorted(([one], [other]) => one - other)) {
    within += count;
    if (within * 2 >= donationCount) return wait;
  }
  return null;
}

/** Returns a sentence for every difference between two values; `path` names them. */
function differences(computed: unknown, shown: unknown, path: string): string[] {
  if (Array.isArray(computed) && Array.isArray(shown)) {
    const longest = Math.max(computed.length, shown.length);
    return Array.from({ length: longest }).flatMap((_, index) =>
      differences(computed[index], shown[index], `${path}[${index}]`),
    );
  }
  if (isFields(computed) && isFields(shown))
    return [...new Set([...Object.keys(computed), ...Object.keys(shown)])].flatMap((name) =>
      differences(computed[name], shown[name], `${path}.${name}`),
    );
  return Object.is(computed, shown)
    ? []
    : [`${path}: the data adds up to ${JSON.stringify(computed)}, the page shows ${JSON.stringify(shown)}`];
}

process.exitCode = await main(process.argv.slice(2));
