import type { JSX } from 'react';

/** A plan's figures, one per line. */
export const PlanLines = ({ lines }: { lines: readonly (readonly [term: string, text: string])[] }): JSX.Element => (
  <dl className="plan-lines">
    {lines.map(([term, text]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
