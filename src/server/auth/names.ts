/**
 * The form in which usernames and email addresses are unique and looked up: names that differ only in letter case or Unicode
 * form are the same (spec-readings, Accounts). Converting to upper case first merges letters that differ only in lower case,
 * such as ß and ss, or the two small sigmas.
 */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Whether a login names an email address: usernames have no `@` (spec-readings, Accounts). */
export const isEmail = (name: string): boolean => name.includes('@');
