import type { SocialNetwork } from './words/social-links.ts';

/**
 * Placeholder for the public address in prerendered pages. The server replaces it, and its URL-encoded form inside other
 * addresses, with `PUBLIC_URL`.
 */
export const publicUrlPlaceholder = '{public-url}';

/**
 * Placeholder for the contact address in prerendered pages. The server replaces this placeholder and all below with the words
 * that apply.
 */
export const contactEmailPlaceholder = '{contact-email}';

/** Placeholders for the organization's name, and for the wordmark and the hashtag made from the name. */
export const namePlaceholder = '{site-name}';
export const wordmarkPlaceholder = '{wordmark}';
export const hashtagPlaceholder = '{hashtag}';

/** Returns the placeholder for the address of our page on a social network. */
export const socialPlaceholder = (network: SocialNetwork): string => `{social-${network}}`;
