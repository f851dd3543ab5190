/** The message with which a worker tells the primary that it serves. */
export const listening = 'listening';
