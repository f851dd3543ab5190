import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { findSettings } from './queries.ts';

interface NewAddress {
  readonly address: string;
  /** The version of the address that it replaces; 0 for the first one. */
  readonly version: number;
  readonly reason: string;
  readonly actor: StaffMember;
}

/** Sets the postal address of later newsletters; `outdated` when someone else has set another one since. */
export function setPostalAddress(
  deps: Deps,
  { address, version, reason, actor }: NewAddress,
): Promise<{ readonly code: 'set' | 'outdated' }> {
  return inTransaction(deps.db, async (tx) => {
    const before = await findSettings(tx);
    if ((before?.version ?? 0) !== version) return { code: 'outdated' };
    const settings = { postal_address: address, version: version + 1 };
    const saved = await tx
      .insertInto('newsletter_settings')
      .values({ id: 'only', ...settings })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(settings).where('newsletter_settings.version', '=', version),
      )
      .returning('version')
      .executeTakeFirst();
    if (!saved) throw new TransactionConflict(); // someone else was faster: try again, with their version
    await recordAction(deps, tx, {
      actor,
      action: 'postal_address_set',
      subject: { kind: 'newsletter', id: 'postal_address' },
      before: { address: before?.postal_address ?? null },
      after: { address },
      reason,
    });
    return { code: 'set' };
  });
}
