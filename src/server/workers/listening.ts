/** What a worker tells the primary once it serves. */
export const listening = 'listening';
