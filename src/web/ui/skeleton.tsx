import type { JSX } from 'react';

/** A quiet stand-in of the size that its class gives it, while what belongs there is loading. */
export const Skeleton = ({ className = '' }: { readonly className?: string }): JSX.Element => (
  <span aria-hidden="true" className={`skeleton ${className}`} />
);
