import { hash } from '@node-rs/argon2';
import { endpoints } from '#contract/endpoints.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DatabaseSource } from '../databases.ts';
import type { DriveCommand, LoadResult } from '../load/commands.ts';
import { loginRequest, ownPageHeaders } from '../load/requests.ts';
import type { BenchOptions } from '../options.ts';
import { startPair, type Side } from '../pair.ts';
import { startProcess } from '../processes/started-process.ts';
import { print, printComparison } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { donorRow } from '../rows/donor.ts';
import type { VerifyCommand, VerifyResult } from '../servers/verify-command.ts';
import { median } from '../statistics.ts';
import { portOf } from './http-part.ts';

/**
 * Compares the CPU time of logins with that of the bare hash. Then measures every kind of failed login and prints how far apart
 * the medians are, because response times must not reveal whether an account exists. Each attempt uses another name, because
 * failures lock names.
 */
export async function compareLogin(source: DatabaseSource, options: BenchOptions): Promise<void> {
  const pair = await startPair(source, 'login', {
    product: 'servers/product-server.ts',
    baseline: 'servers/bare-hasher.ts',
  });
  await writeTestUsers(pair.product.database.db, options.tries);
  const passwordHash = await hashAtFullCost(testPassword);
  const driver = await startProcess('load/driver.ts', {}, `${source.folder}/driver.log`);
  const load = async (side: Side) => {
    const slice = { milliseconds: options.sliceMs };
    if (side === pair.baseline) {
      const command: VerifyCommand = { ...slice, passwordHash, password: testPassword, concurrency };
      return side.process.ask<VerifyResult>('verify', command);
    }
    const request = loginRequest(testUsername(0), testPassword);
    const command: DriveCommand = { ...slice, port: await portOf(side), connections: concurrency, request };
    const { responded, elapsedMs } = await driver.ask<LoadResult>('drive', command);
    return { done: responded, elapsedMs };
  };
  const { rounds } = await measureRounds(pair, options.rounds, load);
  await driver.stop();
  printComparison(`POST /api/login, ${source.title}, ${concurrency} connections`, 'logins', rounds, loginGoal, 'hash');
  await compareFailures(await portOf(pair.product), options.tries);
  await pair.stop();
}

const concurrency = 2; // the product's number of concurrent hashes
const loginGoal = 1 / 1.3;

const testPassword = 'bread and roses for everyone';

/** Hashes a password with the product's cost settings. */
const hashAtFullCost = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });

/** Username of the nth test user; the email address is this name at donate.example. */
const testUsername = (number: number): string => `person${number}`;

/** Writes users who can sign in. They share one hash, which does not change the cost of a login. */
async function writeTestUsers(db: Database, count: number): Promise<void> {
  const passwordHash = await hashAtFullCost(testPassword);
  await inTransaction(db, async (tx) => {
    for (let number = 0; number < count; number += 1)
      await tx.insertInto('users').values(userRow(number, passwordHash)).execute();
  });
}

function userRow(number: number, passwordHash: string) {
  const name = testUsername(number);
  const email = `${name}@donate.example`;
  return {
    ...donorRow(new Date()),
    id: `usr_${String(number).padStart(26, 'P')}`,
    username: name,
    username_key: name,
    email,
    email_key: email,
    password_hash: passwordHash,
  };
}

/** The kinds of failed login, with the username of each attempt; the password is always wrong. */
const failures = {
  'a username': testUsername,
  'an unknown username': (number: number) => `nobody${number}`,
  'an email address': (number: number) => `${testUsername(number)}@donate.example`,
  'an unknown email address': (number: number) => `nobody${number}@donate.example`,
} as const;

async function compareFailures(port: number, tries: number): Promise<void> {
  const times = new Map(Object.keys(failures).map((kind): [string, number[]] => [kind, []]));
  for (let number = 0; number < tries; number += 1)
    for (const [kind, nameOf] of Object.entries(failures))
      times.get(kind)?.push(await timeFailure(port, nameOf(number)));
  const medians = [...times].map(([kind, each]) => ({ kind, milliseconds: median(each) }));
  const each = medians.map(({ milliseconds }) => milliseconds);
  const differencePercent = (Math.max(...each) / Math.min(...each) - 1) * 100;
  print(`  wrong password, medians of ${tries} tries`);
  for (const { kind, milliseconds } of medians) print(`    ${kind.padEnd(26)} ${milliseconds.toFixed(2)} ms`);
  print(
    `    ${differencePercent.toFixed(1)} % apart ${differencePercent <= differenceMaxPercent ? 'reached' : 'MISSED'}; goal within ${differenceMaxPercent} %`,
  );
}

const differenceMaxPercent = 10;

/** Milliseconds until a failed login gets a response. */
async function timeFailure(port: number, username: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${endpoints.login.path}`, {
    method: 'POST',
    headers: ownPageHeaders,
    body: JSON.stringify({ username, password: 'not the one' }),
  });
  await response.text();
  const elapsedMs = performance.now() - startedAt;
  if (response.status !== 401) throw new Error(`a wrong password got ${response.status}`);
  return elapsedMs;
}
