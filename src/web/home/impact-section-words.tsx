import type { JSX } from 'react';

/** Heading of the home page's impact, and what its figures are. */
export const ImpactWords = ({ text }: { readonly text: string }): JSX.Element => (
  <div className="impact-words">
    <h2 id="impact-heading" className="text-4xl">
      Your Impact
    </h2>
    <p className="mt-2 max-w-reading text-lg text-muted">{text}</p>
  </div>
);
