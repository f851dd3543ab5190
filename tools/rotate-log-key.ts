import { rotateSigningKey } from '#server/public-log/index.ts';
import { runWithDeps } from './operator-deps.ts';

/**
 * `npm run log:rotate-key -- REASON`: replaces the key that signs the tree heads of the public log. The present key signs the new
 * one. If the present key cannot be read, no signature vouches for the new one, and readers have only the reason. The product may
 * be running.
 */
const reason = process.argv.slice(2).join(' ');
if (reason === '') {
  process.stderr.write('Usage: npm run log:rotate-key -- REASON\n');
  process.exitCode = 2;
} else {
  await runWithDeps(async (deps) => {
    const { keyId, isSigned } = await rotateSigningKey(deps, reason);
    const previous = isSigned
      ? 'The previous key has signed it.'
      : 'No previous key has signed it: publish its id elsewhere too.';
    process.stdout.write(`The public log now signs with the key ${keyId}. ${previous}\n`);
    return 0;
  });
}
