import type { PayeeFiguresResponse } from '#contract/admin/money/payouts.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { PayeeFigures } from './read-figures.ts';

export const toFiguresResponse = (figures: PayeeFigures, names: ReadonlyMap<number, string>): PayeeFiguresResponse => ({
  charityId: figures.charityId,
  charityName: names.get(figures.charityId) ?? '',
  currency: figures.currency,
  owed: toDecimal(figures.owed),
  payable: toDecimal(figures.payable),
  young: toDecimal(figures.young),
  disputed: toDecimal(figures.disputed),
  inBatches: toDecimal(figures.inBatches),
  paid: toDecimal(figures.paid),
});
