import { formatCountOf } from '#domain/money/format.ts';
import { decideHeldEmails } from '#server/admin/index.ts';
import { countHeldMails } from '#server/outbox/held-mails.ts';
import { runWithDeps } from './operator-deps.ts';

/**
 * `npm run held:emails -- send|discard [REASON]`: sends or discards all emails that are held after a restore, as the page
 * `/admin/review` does, and records this in the audit log. Without an argument it only counts them.
 */
const [decision, ...words] = process.argv.slice(2);
if (decision !== undefined && decision !== 'send' && decision !== 'discard') {
  process.stderr.write('Usage: npm run held:emails -- [send|discard [REASON]]\n');
  process.exitCode = 2;
} else {
  await runWithDeps(async (deps) => {
    const { receipts, others } = await countHeldMails(deps.db.read);
    process.stdout.write(`${formatCountOf(receipts, 'receipt')} and ${formatCountOf(others, 'other email')} held.\n`);
    if (decision !== undefined) {
      const reason = words.join(' ') || 'npm run held:emails';
      const emails = await decideHeldEmails(deps, 'system', { decision, reason });
      const outcome = decision === 'send' ? 'The product sends' : 'Discarded';
      process.stdout.write(`${outcome} ${formatCountOf(emails, 'email')}.\n`);
    }
    return 0;
  });
}
