import { createHash } from 'node:crypto';

/**
 * The form in which usernames and email addresses are unique and looked up: names that differ only in letter case or Unicode
 * form are the same (spec-readings, Accounts). Converting to upper case first merges letters that differ only in lower case,
 * such as ß and ss, or the two small sigmas.
 */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Returns true if a name is an email address: usernames have no `@` (spec-readings, Accounts). */
export const isEmail = (name: string): boolean => name.includes('@');

/** Hashes a name that may belong to no account. Attempts with it count together in any letter case. */
export const hashName = (name: string): string => createHash('sha256').update(nameKey(name)).digest('base64url');

/**
 * An email address in the form that all addresses of one mailbox share, to count the emails that it gets: mail servers deliver
 * `ana+news@` to `ana@`, and Gmail ignores dots, so one mailbox has countless addresses. Use it only for limits: elsewhere
 * those are different addresses.
 */
export const untaggedKey = (email: string): string =>
  nameKey(email)
    .replace(/^([^+]+)\+.*(?=@)/, '$1')
    .replace(gmailAddress, (_address, local: string) => `${local.replaceAll('.', '')}@gmail.com`);

const gmailAddress = /^(.*)@(?:gmail|googlemail)\.com$/;

/** Hashes an address for limits. The address may have no account, so it is not stored itself. */
export const hashUntagged = (email: string): string => hashName(untaggedKey(email));
