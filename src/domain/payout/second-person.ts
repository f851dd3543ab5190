/** Who asked for something that needs a second person, and who wants to do it now. */
export interface SecondPersonCheck {
  readonly requestedBy: string;
  readonly decidedBy: string;
  /** Whether the person asks to do without a second one. */
  readonly isWaived: boolean;
  /** Whether this person is an owner and nobody else on the team may do this. */
  readonly isAlone: boolean;
}

/**
 * - `second_person`: someone else decides
 * - `waived`: the only owner decides alone, and says so
 * - `may_waive`: the only owner has to say so
 * - `refused`: someone else has to decide
 */
export function checkSecondPerson({
  requestedBy,
  decidedBy,
  isWaived,
  isAlone,
}: SecondPersonCheck): 'second_person' | 'waived' | 'may_waive' | 'refused' {
  if (requestedBy !== decidedBy) return 'second_person';
  if (!isAlone) return 'refused';
  return isWaived ? 'waived' : 'may_waive';
}
