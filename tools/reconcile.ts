import { reconcile } from '#server/payments/index.ts';
import { operatorDeps } from './operator-deps.ts';

/** Compares the books of the last days with the providers', at once; prints the result. Exit code 1 when a person must look. */
const deps = await operatorDeps(process.env);
const result = await reconcile(deps, 'recent');
await deps.db.close();
process.stdout.write(result ? `${JSON.stringify(result)}\n` : 'The providers cannot be asked.\n');
const isClean =
  result?.quarantined === 0 &&
  result.unknownAtProvider.length === 0 &&
  !Object.values(result.providers).includes('unavailable');
process.exitCode = isClean ? 0 : 1;
