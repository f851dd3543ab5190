import type { JSX, ReactNode } from 'react';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import rules from './figure.css?inline';

adoptStyles(rules);

/** Figures side by side, two per row on most phones. Its children are `Figure`s. */
export const Figures = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <dl className="admin-figures">{children}</dl>
);

interface FigureProps {
  /** The id for links to the figure. */
  readonly id?: string;
  readonly name: string;
  /** The value with its unit or currency. */
  readonly value: ReactNode;
  /** One short line below the value. */
  readonly note?: ReactNode;
  /** True if the figure needs review, and so stands out. */
  readonly needsReview?: boolean;
}

/** One figure with its name. */
export const Figure = ({ id, name, value, note, needsReview = false }: FigureProps): JSX.Element => (
  <div id={id} className="admin-figure" data-needs-review={needsReview}>
    <dt>{name}</dt>
    <dd className="admin-figure-value">{value}</dd>
    {note !== undefined && <dd className="admin-figure-note">{note}</dd>}
  </div>
);
