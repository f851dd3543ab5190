/**
 * An idempotency key of 128 random bits. `randomUUID` would be shorter, but browsers withhold it from pages served without TLS.
 */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
