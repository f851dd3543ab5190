import type { Tx } from '#server/db/database.ts';
import { inTurn } from '#server/db/in-turn.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

/** How many mails of a kind an address may be sent at a stranger's word. */
export interface UnaskedMailAllowance {
  readonly quarterHourMax: number;
  readonly dayMax: number;
}

/** For mails that anybody can have sent to any address, such as a newsletter's confirmation. */
export const strangersAllowance: UnaskedMailAllowance = { quarterHourMax: 1, dayMax: 3 };

/** For mails to the address of an account, which its owner may need again before the first has arrived. */
export const ownersAllowance: UnaskedMailAllowance = { quarterHourMax: 3, dayMax: 10 };

/**
 * Whether one more mail of a kind may go out now under every one of the keys, an address or an account; if so, it is counted
 * under each, and else under none. Inside the transaction that enqueues the mail: the two stand or fall together. However many
 * sources ask at once, an address gets no more than its allowance.
 */
export async function takeUnaskedMail(
  deps: Deps,
  tx: Tx,
  mail: { readonly kind: string; readonly keys: readonly string[]; readonly allowance: UnaskedMailAllowance },
): Promise<boolean> {
  const subjects = mail.keys.map((key) => `mail:${mail.kind}:${key}`);
  return inTurn(tx, subjects, async () => {
    const now = deps.clock.now();
    const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
    await tx.deleteFrom('unasked_mails').where('sent_at', '<=', before(dayMs)).execute();
    const sent = await tx.selectFrom('unasked_mails').selectAll().where('subject', 'in', subjects).execute();
    const isUsedUp = subjects.some((subject) => {
      const mails = sent.filter((one) => one.subject === subject);
      const lately = mails.filter(({ sent_at: sentAt }) => sentAt > before(quarterHourMs));
      return mails.length >= mail.allowance.dayMax || lately.length >= mail.allowance.quarterHourMax;
    });
    if (isUsedUp) return false;
    const rows = subjects.map((subject) => ({
      id: newId('unm', deps.random),
      subject,
      sent_at: now.toISOString(),
    }));
    await tx.insertInto('unasked_mails').values(rows).execute();
    return true;
  });
}

const quarterHourMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
