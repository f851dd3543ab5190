import type { JSX, ReactNode } from 'react';

interface ImpactStatProps {
  readonly name: string;
  readonly figure: ReactNode;
  readonly text: string;
  /** A donor's progress, 0 to 100; a visitor has none. */
  readonly bar?: ReactNode;
}

/** One of the three figures of the home page's impact, with the sentence that says how it is counted. */
export const ImpactStat = ({ name, figure, text, bar }: ImpactStatProps): JSX.Element => (
  <div className="stat">
    <dt className="font-bold">{name}</dt>
    <dd className="stat-figure">{figure}</dd>
    {bar !== undefined && <dd className="mt-2">{bar}</dd>}
    <dd className="mt-2 text-muted">{text}</dd>
  </div>
);
