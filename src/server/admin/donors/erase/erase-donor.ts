import { isFirstAdministrator } from '#domain/staff/first-administrator.ts';
import { eraseAccount } from '#server/account/index.ts';
import { findUser, lockAccount } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { eraseAddress } from '#server/donations/index.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { findDonor, type Donor } from '../find-donor.ts';

/** The staff member who acts, the donor, and the reason. */
export interface DonorAction {
  readonly actor: StaffMember;
  readonly donorId: string;
  readonly reason: string;
}

export type ErasedDonor = { readonly code: 'erased' | 'not_found' | 'member_of_team' };

/**
 * Erases an account as its owner could delete it, and a guest as `npm run erase:guest` does. Donations stay in the books
 * without the person. If two people do this at the same time, one erases and the other finds no donor.
 */
export const eraseDonor = (deps: Deps, { actor, donorId, reason }: DonorAction): Promise<ErasedDonor> =>
  inTransaction(deps.db, async (tx) => {
    const donor = await findDonor(tx, donorId);
    const code = donor ? await erase(deps, tx, donor) : 'not_found';
    if (donor && code === 'erased') {
      const subject = { kind: 'donor', id: donor.id } as const;
      await recordAction(deps, tx, { actor, action: 'donor_erased', subject, before: { kind: donor.kind }, reason });
    }
    return { code };
  });

async function erase(deps: Deps, tx: Tx, donor: Donor): Promise<ErasedDonor['code']> {
  if (donor.kind === 'guest') {
    const { donations } = await eraseAddress(tx, donor.emailKey);
    return donations > 0 ? 'erased' : 'not_found';
  }
  if (!(await lockAccount(tx, donor.id))) return 'not_found';
  const user = await findUser(tx, donor.id); // the role may have changed before the lock
  if (!user) return 'not_found';
  if (user.staff_role !== null || isFirstAdministrator(user)) return 'member_of_team';
  await eraseAccount(deps, tx, user.id);
  return 'erased';
}
