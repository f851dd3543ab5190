import * as z from 'zod/mini';

/** `GET /api/statements`: the years of the donor's donations, newest first. The donor's day decides the year. */
export const statementsResponse = z.object({ years: z.array(z.int()) });

export const statementSentences = { noDonations: 'There are no donations for this year.' } as const;
