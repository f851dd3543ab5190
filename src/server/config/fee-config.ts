import * as z from 'zod/mini';
import { chargeCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { FeeTerms } from '#domain/split/split.ts';

/** The fees that providers are expected to charge. Donors see them before they pay; the charge never depends on them. */
export interface FeeConfig {
  readonly card: FeeTerms;
  readonly paypal: FeeTerms;
}

/** A percentage and a fixed part in Canadian dollars, such as `2.9% + 0.30`. */
const feeTerms = (name: string) =>
  z.pipe(
    z.string(),
    z.transform((text, context): FeeTerms => {
      const terms = parseFeeTerms(text);
      const message = `${name} must be a percentage up to 100 and an amount in Canadian dollars, such as 2.9% + 0.30`;
      if (!terms) context.issues.push({ code: 'custom', message, input: name });
      return terms ?? standard;
    }),
  );

function parseFeeTerms(text: string): FeeTerms | undefined {
  const [, percent, fixed] = /^\s*(\d{1,3}(?:\.\d{1,2})?)\s*%\s*\+\s*(\d{1,3}(?:\.\d{1,2})?)\s*$/.exec(text) ?? [];
  if (percent === undefined || fixed === undefined || hundredths(percent) > 10_000) return undefined;
  return { basisPoints: hundredths(percent), fixed: money(hundredths(fixed), chargeCurrency) };
}

function hundredths(decimal: string): number {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return Number(whole + fraction.padEnd(2, '0'));
}

/** The published standard price of Stripe and of PayPal in Canada. */
const standard: FeeTerms = { basisPoints: 290, fixed: money(30, chargeCurrency) };

export const feeVariables = {
  CARD_FEE: z._default(feeTerms('CARD_FEE'), standard),
  PAYPAL_FEE: z._default(feeTerms('PAYPAL_FEE'), standard),
};

export const parseFees = (settings: { readonly CARD_FEE: FeeTerms; readonly PAYPAL_FEE: FeeTerms }): FeeConfig => ({
  card: settings.CARD_FEE,
  paypal: settings.PAYPAL_FEE,
});
