/**
 * Placeholder for the public address in prerendered pages. The server replaces it, and its URL-encoded form inside other
 * addresses, with `PUBLIC_URL`.
 */
export const publicUrlPlaceholder = '{public-url}';
