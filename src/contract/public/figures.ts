import * as z from 'zod/mini';

/** The sentences of figures on the home page; null while it shows none. */
export const publicFiguresResponse = z.object({
  shown: z.nullable(z.object({ hero: z.string(), community: z.string() })),
});
