/**
 * Placeholder for the public address in prerendered pages. The server replaces it, and its URL-encoded form inside other
 * addresses, with `PUBLIC_URL`.
 */
export const publicUrlPlaceholder = '{public-url}';

/** Placeholder for the contact address in prerendered pages. The server replaces it with `CONTACT_EMAIL`. */
export const contactEmailPlaceholder = '{contact-email}';
