import type { Deps } from '#server/deps.ts';
import { reconcile, replaceInstallation } from '#server/payments/index.ts';
import { runWithDeps } from './operator-deps.ts';
import { readReconcileOptions, reconcileUsage, type ReconcileOptions } from './reconcile/options.ts';
import { describeRestore } from './reconcile/describe-restore.ts';

/**
 * `npm run reconcile`: reconciles with the providers now, starting a week before the last complete run. Prints the result and,
 * after a restore, the rebuilt donations, lost records and held emails. Exits with 1 if the result needs review. `--restored`
 * says that the database was restored from a backup; `--replaces` and `--since` say that it replaces another installation's.
 */
const options = readReconcileOptions(process.argv.slice(2));
if (options) {
  await runWithDeps(async (deps) => ((await run(deps, options)) ? 0 : 1));
} else {
  process.stderr.write(`Usage: ${reconcileUsage}\n`);
  process.exitCode = 2;
}

/** Reconciles and prints the result. Returns false if the result needs review. */
async function run(deps: Deps, { isRestored, replacedId, lostSince }: ReconcileOptions): Promise<boolean> {
  if (replacedId !== undefined) await replaceInstallation(deps, replacedId);
  const result = await reconcile(deps, 'recent', { isRestored, lostSince });
  process.stdout.write(result ? `${JSON.stringify(result)}\n` : 'The providers are unavailable.\n');
  for (const line of await describeRestore(deps.db.read)) process.stdout.write(`${line}\n`);
  return (
    result?.quarantined === 0 &&
    result.unknownAtProvider.length === 0 &&
    !Object.values(result.providers).includes('unavailable')
  );
}
