import type { JSX, ReactNode } from 'react';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { add, type Money } from '#domain/money/money.ts';
import { coverFee, type FeeCover } from '#domain/split/split.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { siteName } from '#web/page-settings.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import rules from './split.css?inline';
import { providerNames, type Split } from './split.ts';

adoptStyles(rules);

/** The division of a charge: as a bar, line by line, and in words where it is not obvious. */
export function SplitView({ split }: { readonly split: Split }): JSX.Element {
  const cover = split.fee && coverFee(split.serviceFee, split.fee.amount);
  return (
    <div className="grid gap-4">
      <SplitBar split={split} cover={cover} />
      <dl className="split-lines">
        <Line term={split.charityName} amount={split.charity} color="charity" />
        <Line term={`Service fee (${serviceFeePercent}%)`} amount={split.serviceFee} />
        <FeeLines split={split} cover={cover} />
        {split.returned && <Line term={split.returned.name} amount={split.returned.amount} color="returned" />}
        <Line term={`Total${split.suffix ?? ''}`} amount={totalOf(split)} isStrong />
        {split.disputeFee && <Line term="Fee for the dispute, not part of the total" amount={split.disputeFee} />}
      </dl>
      <Notes split={split} cover={cover} />
    </div>
  );
}

interface PartProps {
  readonly split: Split;
  /** Undefined while no fee is known, or when it is in another currency. */
  readonly cover: FeeCover | undefined;
}

/** The bar, hidden from screen readers because the lines below it say the same. */
function SplitBar({ split, cover }: PartProps): JSX.Element {
  const parts = [
    { color: 'charity', amount: split.charity },
    { color: 'provider', amount: cover?.fromServiceFee },
    { color: 'site', amount: cover ? cover.left : split.serviceFee },
    { color: 'returned', amount: split.returned?.amount },
  ];
  return (
    <div className="split-bar" aria-hidden="true">
      {parts.map(
        ({ color, amount }) =>
          amount &&
          amount.amountMinor > 0 && <span key={color} data-color={color} style={{ flexGrow: amount.amountMinor }} />,
      )}
    </div>
  );
}

function FeeLines({ split: { fee, isFeeLoading }, cover }: PartProps): ReactNode {
  if (isFeeLoading === true) return <LoadingFeeLines />;
  if (!fee) return null;
  const provider = providerNames[fee.provider];
  const keeps = fee.isExpected ? isExpectedToKeep : 'kept';
  return (
    <>
      <Line term={`${provider} ${keeps}`} amount={fee.amount} color="provider" isPart />
      {cover && cover.added.amountMinor === 0 && <Line term={leftForSite} amount={cover.left} color="site" isPart />}
      {cover && cover.added.amountMinor > 0 && <Line term={`${siteName()} adds`} amount={cover.added} isPart />}
    </>
  );
}

/** As tall as the lines that replace them. */
const LoadingFeeLines = (): JSX.Element => (
  <>
    <Line term={`${providerNames.card} ${isExpectedToKeep}`} amount={undefined} color="provider" isPart />
    <Line term={leftForSite} amount={undefined} color="site" isPart />
  </>
);

const isExpectedToKeep = 'is expected to keep';
const leftForSite = 'Left for running this site';

interface LineProps {
  readonly term: string;
  /** Undefined while it loads. */
  readonly amount: Money | undefined;
  /** The color of its part of the bar. */
  readonly color?: 'charity' | 'provider' | 'site' | 'returned';
  /** True if the line is a part of the line above it. */
  readonly isPart?: boolean;
  readonly isStrong?: boolean;
}

function Line({ term, amount, color, isPart = false, isStrong = false }: LineProps): JSX.Element {
  const format = useMoneyFormat();
  return (
    <div className="split-line" data-part={isPart} data-strong={isStrong}>
      <dt data-color={color}>{term}</dt>
      <dd>{amount ? format(amount) : <Skeleton className="split-skeleton" />}</dd>
    </div>
  );
}

function Notes({ split, cover }: PartProps): JSX.Element {
  const format = useMoneyFormat();
  return (
    <>
      {notesOf(split, cover, format).map((note) => (
        <p key={note} className="text-sm text-muted">
          {note}
        </p>
      ))}
    </>
  );
}

function notesOf(split: Split, cover: FeeCover | undefined, format: (amount: Money) => string): string[] {
  const { charityName, charity, fee, returned, disputeFee } = split;
  const notes: string[] = [];
  if (fee && cover && cover.added.amountMinor > 0) {
    const provider = providerNames[fee.provider];
    notes.push(
      returned
        ? `${provider} keeps its fee when a payment is returned. ${siteName()} pays what the service fee does not cover.`
        : `${provider}'s fee is higher than the service fee. ${siteName()} covers the difference of ${format(cover.added)}, and ${charityName} still gets its full ${format(charity)}.`,
    );
  }
  if (disputeFee) notes.push(`${siteName()} pays the fee for the dispute.`);
  return notes;
}

/** Adds up the parts. The sum is the whole charge, to the cent. */
const totalOf = ({ charity, serviceFee, returned }: Split): Money => {
  const kept = add(charity, serviceFee);
  return returned ? add(kept, returned.amount) : kept;
};
