/** Orders texts by code units, which puts ISO instants in order. The two databases would sort texts differently. */
export const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
