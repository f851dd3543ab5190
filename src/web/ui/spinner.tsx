import type { JSX } from 'react';

/** A turning ring that tells a screen reader what is being waited for. */
export const Spinner = ({ label }: { readonly label: string }): JSX.Element => (
  <span role="status" className="spinner">
    <span className="sr-only">{label}</span>
  </span>
);
