import { reconcile } from '#server/payments/index.ts';
import { operatorDeps } from './operator-deps.ts';

/** Compares the books of the last days with the provider's, at once; prints the result. Exit code 1 when a person must look. */
const deps = await operatorDeps(process.env);
const result = await reconcile(deps, 'recent');
await deps.db.close();
process.stdout.write(result ? `${JSON.stringify(result)}\n` : 'The provider cannot be asked.\n');
process.exitCode = result && result.quarantined === 0 && result.unknownAtProvider.length === 0 ? 0 : 1;
