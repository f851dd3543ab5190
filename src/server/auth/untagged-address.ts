import { hashName } from './login-lock.ts';
import { nameKey } from './names.ts';

/**
 * An email address without its tag, to count the emails that it gets: mail servers deliver `ana+news@` to `ana@`, so an address
 * has endlessly many tagged forms. Only for limits, because elsewhere those are different addresses.
 */
export const untaggedKey = (email: string): string => nameKey(email).replace(/^([^+]+)\+.*(?=@)/, '$1');

/** For limits on addresses that may have no account, and are therefore not stored. */
export const hashUntagged = (email: string): string => hashName(untaggedKey(email));
