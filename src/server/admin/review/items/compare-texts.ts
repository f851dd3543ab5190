/** Orders texts by code units, as instants are ordered. The two databases sort texts differently from each other. */
export const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
