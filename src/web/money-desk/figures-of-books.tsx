import type { JSX } from 'react';
import type { BooksAnswer } from '#contract/money-desk.ts';
import { formatCount } from '#domain/money/format.ts';

/** The books in six figures; those that want a person stand out as soon as they are not zero. */
export const FiguresOfBooks = ({ counts }: { readonly counts: BooksAnswer['counts'] }): JSX.Element => (
  <dl className="desk-figures">
    {figuresOf(counts).map(([name, count, wantsPerson]) => (
      <div key={name} className="desk-figure" data-wants-person={wantsPerson && count > 0}>
        <dt>{name}</dt>
        <dd>{formatCount(count)}</dd>
      </div>
    ))}
  </dl>
);

const figuresOf = (
  counts: BooksAnswer['counts'],
): readonly (readonly [name: string, count: number, wantsPerson: boolean])[] => [
  ['Donations', counts.donations, false],
  ['Refunded, whole or in part', counts.refunded, false],
  ['Disputed', counts.disputed, true],
  ['Set aside', counts.quarantined, true],
  ['Work given up', counts.givenUp, true],
  ['Refunds of unknown payments', counts.waiting, true],
];
