/** A link of an answer, as PayPal names what can be done next. */
export const link = (url: string, path: string, rel: string, method: 'GET' | 'POST' | 'PATCH') => ({
  href: `${url}${path}`,
  rel,
  method,
});

/** An instant as PayPal writes it. */
export const toInstant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
