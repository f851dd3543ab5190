import * as z from 'zod/mini';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';

const currency = z.enum(Object.keys(currencies).filter(isCurrencyCode));

const moneyFigures = {
  donations: z.int(),
  receivedMinor: z.int(),
  reversedMinor: z.int(),
  paidOutMinor: z.int(),
  owedMinor: z.int(),
  serviceFeesMinor: z.int(),
  providerFeesMinor: z.int(),
  donationsWithProviderFees: z.int(),
};

const disagreement = z.object({
  kind: z.string(),
  sentence: z.string(),
  firstSeenAt: z.string(),
  /** Null while the disagreement lasts. */
  endedAt: z.nullable(z.string()),
});

/** `GET /api/transparency`: the figures of the transparency page, the last self-audit, and the newest tree head. */
export const transparencyResponse = z.object({
  figures: z.object({
    until: z.nullable(z.string()),
    charities: z.array(z.object({ charity: z.int(), currency, ...moneyFigures })),
    currencies: z.array(z.object({ currency, ...moneyFigures })),
    months: z.array(z.object({ month: z.string(), currency, donations: z.int(), receivedMinor: z.int() })),
    medianDays: z.nullable(z.int()),
  }),
  fileSha256: z.string(),
  names: z.array(z.object({ id: z.int(), name: z.string() })),
  audit: z.nullable(
    z.object({
      finishedAt: z.string(),
      isLate: z.boolean(),
      open: z.array(disagreement),
      ended: z.array(disagreement),
    }),
  ),
  log: z.nullable(z.object({ treeSize: z.int(), rootHash: z.string(), signedAt: z.string(), keyId: z.string() })),
});

export const transparencySentences = {
  unavailable: 'The figures cannot be read at the moment. Please try again in a minute.',
} as const;
