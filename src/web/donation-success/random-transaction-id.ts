// Without I, L, O and 1, which people mix up; 32 characters, so that every one is equally likely.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ023456789';

/** Eight random characters in capitals, for a thank-you page whose address names no transaction (spec 2). */
export const randomTransactionId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => alphabet[byte % alphabet.length]).join('');
