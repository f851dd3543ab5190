/** Returns the text beside the logo, a K with a bite taken out: the rest of a name that begins with K, or else the whole name. */
export const wordmarkOf = (name: string): string => (name.startsWith('K') ? name.slice(1) : `\u00a0${name}`);
