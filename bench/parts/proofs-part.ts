import { createHash } from 'node:crypto';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Database } from '#server/db/database.ts';
import { appendLeaves } from '#server/public-log/append-leaves.ts';
import { readConsistencyProof, readInclusionProof } from '#server/public-log/tree-hashes.ts';
import type { DatabaseSource } from '../databases.ts';
import type { BenchOptions } from '../options.ts';
import { print } from '../report.ts';

const chunkSize = 2000;

/**
 * Measures proofs over a public log with as many leaves as the large year has donations: how long reading the hashes takes, and
 * their size as JSON. Returns the proofs of 2 kB or more.
 */
export async function measureProofs(source: DatabaseSource, { donations, calls }: BenchOptions): Promise<string[]> {
  const database = await source.create('proofs');
  const { db } = database;
  const started = performance.now();
  for (let size = 0; size < donations; size += chunkSize)
    await appendChunk(db, size, Math.min(chunkSize, donations - size));
  const perSecond = Math.round((donations / (performance.now() - started)) * 1000);
  print(`Public log, ${source.title}: ${donations} leaves, written ${perSecond} a second`);
  const findings: string[] = [];
  const measured = [
    ['inclusion', (at: number) => readInclusionProof(db.read, at, donations)],
    ['inclusion in an earlier tree', (at: number) => readInclusionProof(db.read, at >> 1, at + 1)],
    ['consistency', (at: number) => readConsistencyProof(db.read, at + 1, donations)],
  ] as const;
  for (const [title, prove] of measured) {
    const times: number[] = [];
    let bytes = 0;
    const before = process.cpuUsage();
    for (let call = 0; call < calls * 25; call += 1) {
      const at = (call * 7_919_317) % donations; // spread over all leaves
      const from = performance.now();
      const hashes = await prove(at);
      times.push(performance.now() - from);
      bytes = Math.max(bytes, JSON.stringify(hashes.map((hash) => Buffer.from(hash).toString('hex'))).length);
    }
    times.sort((left, right) => left - right);
    const [median, p95] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)] ?? 0);
    const cpu = process.cpuUsage(before);
    const ours = ms((cpu.user + cpu.system) / 1000 / times.length);
    print(
      `  ${title}: median ${ms(median)}, 95th percentile ${ms(p95)} (goal 5 ms); our processor time ${ours}; ${bytes} bytes`,
    );
    if (bytes >= 2000) findings.push(`${title} on ${source.title} has ${bytes} bytes`);
  }
  await database.close();
  return findings;
}

const ms = (value = 0): string => `${value.toPrecision(2)} ms`;

async function appendChunk(db: Database, size: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, offset) => ({
    transaction_id: `ltx_${size + offset}`,
    commitment: createHash('sha256')
      .update(String(size + offset))
      .digest(),
  }));
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('ledger_transactions')
      .values(
        rows.map(({ transaction_id: id }) => ({ id, cause: id, intent_id: null, occurred_at: '', posted_at: '' })),
      )
      .execute();
    await tx
      .insertInto('log_commitments')
      .values(rows.map((row) => ({ ...row, salt: null, entry: null, committed_at: '' })))
      .execute();
    await appendLeaves(tx, size, rows);
  });
}
