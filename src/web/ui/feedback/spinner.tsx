import type { JSX } from 'react';

/** A spinner. Screen readers announce its label. */
export const Spinner = ({ label }: { readonly label: string }): JSX.Element => (
  <span role="status" className="spinner">
    <span className="sr-only">{label}</span>
  </span>
);
