/**
 * Stands for the product's public address in prerendered pages, which know none: the server puts in the one of its
 * installation, and its encoded form where the mark stands encoded in another address.
 */
export const publicUrlMark = '{public-url}';
