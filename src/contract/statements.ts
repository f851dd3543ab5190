import * as z from 'zod/mini';

/** `GET /api/statements`: the years in which the donor donated, newest first. Years are those of the donor's days. */
export const statementsResponse = z.object({ years: z.array(z.int()) });

export const statementSentences = { noDonations: 'There are no donations in this year.' } as const;
