import { mergeSentences } from '#contract/admin/donors/help.ts';
import { isFirstAdministrator } from '#domain/staff/first-administrator.ts';
import type { AccountDonor, Donor } from '../find-donor.ts';

export type MergeVerdict =
  | { readonly code: 'allowed'; readonly kept: AccountDonor }
  | { readonly code: 'merge_refused'; readonly sentence: string };

/**
 * Decides whether a donor may be merged into an account. Both addresses must be confirmed. A guest's address is never confirmed,
 * so it must equal the account's (decision 0113).
 */
export function judgeMerge(kept: Donor, ending: Donor): MergeVerdict {
  if (kept.kind === 'guest') return refused(mergeSentences.intoGuest);
  if (kept.id === ending.id) return refused(mergeSentences.sameDonor);
  if (isTeamMember(kept) || isTeamMember(ending)) return refused(mergeSentences.memberOfTeam);
  if (!isConfirmed(kept) || (ending.kind === 'account' && !isConfirmed(ending)))
    return refused(mergeSentences.unconfirmed);
  if (ending.kind === 'guest' && ending.emailKey !== kept.emailKey) return refused(mergeSentences.otherAddress);
  return { code: 'allowed', kept };
}

const refused = (sentence: string): MergeVerdict => ({ code: 'merge_refused', sentence });

export const isTeamMember = (donor: Donor): boolean =>
  donor.kind === 'account' && (donor.user.staff_role !== null || isFirstAdministrator(donor.user));

const isConfirmed = ({ user }: AccountDonor): boolean => user.email_confirmed_at !== null;
