import type { JSX } from 'react';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { sumDonations, useAnonymousDonations, type AnonymousTotals } from '#web/anonymous-donations/index.ts';

/** Says what signing in will claim, when this browser remembers gifts. */
export function UnclaimedNotice(): JSX.Element | null {
  const records = useAnonymousDonations();
  if (records.length === 0) return null;
  return <p className="unclaimed-notice">{describe(sumDonations(records))}</p>;
}

function describe({ donations, amount, meals }: AnonymousTotals): string {
  const figures = `${formatMoney(amount)}, ${meals === 1 ? '1 meal' : `${formatCount(meals)} meals`}`;
  return donations === 1
    ? `This device remembers a donation: ${figures}. Sign in or register, and it is yours.`
    : `This device remembers ${formatCount(donations)} donations: ${figures}. Sign in or register, and they are yours.`;
}
