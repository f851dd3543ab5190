import { formatCountOf } from '#domain/money/format.ts';
import { countHeldMails, endHold } from '#server/outbox/held-mails.ts';
import { runCommand } from './operator-deps.ts';

/**
 * `npm run held:emails -- send|discard`: sends or discards all emails that are held after a restore, as the page `/admin/review` does.
 * Without an argument it only counts them.
 */
const [decision, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (decision !== undefined && decision !== 'send' && decision !== 'discard')) {
  process.stderr.write('Usage: npm run held:emails -- [send|discard]\n');
  process.exitCode = 2;
} else {
  await runCommand(async ({ db }) => {
    const { receipts, others } = await countHeldMails(db.read);
    process.stdout.write(`${formatCountOf(receipts, 'receipt')} and ${formatCountOf(others, 'other email')} held.\n`);
    if (decision !== undefined) {
      const emails = await endHold(db.write, decision);
      const outcome = decision === 'send' ? 'The product sends' : 'Discarded';
      process.stdout.write(`${outcome} ${formatCountOf(emails, 'email')}.\n`);
    }
    return 0;
  });
}
