import * as z from 'zod/mini';

/** A variable that holds an address of the web; `name` is what the refusal calls it. */
export const webAddress = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be an address that begins with http:// or https://` });
