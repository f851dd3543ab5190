import { formatCountOf } from '#domain/money/format.ts';
import { erasePayerEmail } from '#server/donations/index.ts';
import { runWithDeps } from './operator-deps.ts';

/**
 * `npm run erase:guest -- ADDRESS`: erases the address that a guest typed when paying, and cancels the emails that wait to be
 * sent to it. The donations stay. Exits with 1 if no donation has the address.
 */
const [address, ...others] = process.argv.slice(2);
if (address === undefined || others.length > 0) {
  process.stderr.write('Usage: npm run erase:guest -- ADDRESS\n');
  process.exitCode = 2;
} else {
  await runWithDeps(async (deps) => {
    const { donations, mails } = await erasePayerEmail(deps, address);
    const erased = formatCountOf(donations, 'donation');
    process.stdout.write(`Erased from ${erased}. Canceled ${formatCountOf(mails, 'unsent email')}.\n`);
    return donations === 0 ? 1 : 0;
  });
}
