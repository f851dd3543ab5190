import { reconcile } from '#server/payments/index.ts';
import { operatorDeps } from './operator-deps.ts';

/** `npm run reconcile`: reconciles with the providers now, from a week before the last complete run on. Prints the result and exits with 1 if it needs review. */
const deps = await operatorDeps(process.env);
const result = await reconcile(deps, 'recent');
await deps.db.close();
process.stdout.write(result ? `${JSON.stringify(result)}\n` : 'The providers are unavailable.\n');
const isClean =
  result?.quarantined === 0 &&
  result.unknownAtProvider.length === 0 &&
  !Object.values(result.providers).includes('unavailable');
process.exitCode = isClean ? 0 : 1;
