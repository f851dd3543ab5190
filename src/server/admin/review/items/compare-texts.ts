/** Orders texts by code units, as instants are ordered: the two databases sort texts differently. */
export const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
