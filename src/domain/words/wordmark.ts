/** What stands beside the mark, a K with a bite taken out: the other letters, or the whole name where it begins otherwise. */
export const wordmarkOf = (name: string): string => (name.startsWith('K') ? name.slice(1) : `\u00a0${name}`);
