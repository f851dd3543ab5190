import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '#domain/ledger/ledger-days.ts';
import type { DataFile } from '#domain/transparency/data-file.ts';
import type { Group } from '#domain/transparency/groups.ts';
import { writeBalances } from '#server/accounting/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { writeDonationDays } from '#server/report/index.ts';
import { readSelfAudit, runSelfAudit } from '#server/self-audit/index.ts';
import { publishGroups } from '#server/transparency/index.ts';
import type { TestApp } from '../app/start-app.ts';

const tool = new URL('../../../tools/recompute-transparency.ts', import.meta.url).pathname;
const hourMs = 60 * 60 * 1000;

/**
 * Finds what is wrong with the transparency page after a year: figures that the public command computes differently, groups of
 * received donations that are not the sum of their entries, and the disagreements that a day of self-audits finds.
 */
export async function compareTransparency(app: TestApp): Promise<string[]> {
  const { deps } = app;
  app.clock.advance(25 * hourMs); // finishes the last day
  await writeBalances(deps);
  for (let round = 0; round < 4; round += 1) await writeDonationDays(deps); // a round writes at most 100 days
  await publishGroups(deps);
  const differences: string[] = [];
  for (let round = 0; round < 24; round += 1) {
    app.clock.advance(hourMs);
    await runSelfAudit(deps);
  }
  const audit = await readSelfAudit(deps.db.read, deps.clock.now());
  differences.push(...(audit?.open ?? []).map(({ kind, sentence }) => `self-audit: ${kind}: ${sentence}`));
  const data = (await app.server.inject({ url: '/api/transparency/data.json' })).body;
  const page = (await app.server.inject({ url: '/api/transparency' })).body;
  differences.push(...(await recompute(data, page)));
  const { groups } = JSON.parse(data) as DataFile;
  if (groups.length === 0) differences.push('no groups were published');
  for (const group of groups) {
    const posted = await readPosted(deps.db.read, group);
    if (group.kind === 'received' && posted !== group.amountMinor)
      differences.push(`the group from ${group.firstDay} has ${group.amountMinor}, its entries ${posted}`);
  }
  return differences;
}

async function recompute(data: string, page: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'transparency-'));
  const paths = [join(folder, 'data.json'), join(folder, 'page.json')] as const;
  writeFileSync(paths[0], data);
  writeFileSync(paths[1], page);
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tool, ...paths], (error, stdout, stderr) => resolve(error ? stdout + stderr : ''));
  });
  rmSync(folder, { recursive: true });
  return output.split('\n').filter((line) => line !== '');
}

/** Sums the entries of the group's charity from settlements of the group's days. */
async function readPosted(db: Queryable, { charity, currency, firstDay, lastDay }: Group): Promise<number> {
  const entries = await db
    .selectFrom('ledger_transactions as posted')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
    .select('entry.amount_minor')
    .where('posted.cause', 'like', 'settlement:%')
    .where('posted.posted_at', '>=', firstDay)
    .where('posted.posted_at', '<', addDays(lastDay, 1))
    .where('entry.account', '=', `charity:${charity}`)
    .where('entry.currency', '=', currency)
    .execute();
  return -entries.reduce((sum, { amount_minor: minor }) => sum + minor, 0);
}
