/** The requester of something that needs a second person, and the person who decides about it now. */
export interface SecondPersonCheck {
  readonly requestedBy: string;
  readonly decidedBy: string;
  /** True if the person who decides waives the second person. */
  readonly isWaived: boolean;
  /** True if the person who decides may waive: an Owner, if no one else on the team has the right. */
  readonly mayWaive: boolean;
}

/**
 * Returns how a person may decide about a request.
 * - `second_person`: someone other than the requester decides
 * - `waived`: the requester decides, and waived the second person
 * - `may_waive`: the requester may decide, but must waive the second person first
 * - `refused`: someone else must decide
 */
export function checkSecondPerson({
  requestedBy,
  decidedBy,
  isWaived,
  mayWaive,
}: SecondPersonCheck): 'second_person' | 'waived' | 'may_waive' | 'refused' {
  if (requestedBy !== decidedBy) return 'second_person';
  if (!mayWaive) return 'refused';
  return isWaived ? 'waived' : 'may_waive';
}
