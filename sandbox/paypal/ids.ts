import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** An id in PayPal's manner: 17 capital letters and digits. */
export const newPayPalId = (): string =>
  [...randomBytes(17)].map((byte) => alphabet[byte % alphabet.length] ?? '').join('');

/** The id of an event. */
export const newPayPalEventId = (): string => `WH-${newPayPalId()}-${newPayPalId()}`;
