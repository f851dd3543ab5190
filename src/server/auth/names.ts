/**
 * The form in which user names and e-mail addresses are unique and are looked up: two that differ only in case or in their
 * Unicode form are one (rulings, Accounts). The way leads through upper case, since it joins what lower case leaves apart,
 * such as ß and SS, or the two small sigmas.
 */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Whether a login names an e-mail address; user names have no `@` (rulings, Accounts). */
export const isEmail = (name: string): boolean => name.includes('@');

/** User name of the administrator's account; nobody can register under it. */
export const adminUsername = 'admin';
