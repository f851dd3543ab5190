import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';

/** The product's name with a bite taken out of its first letter. */
export const Wordmark = (): JSX.Element => (
  <span className="wordmark" role="img" aria-label={brand.name}>
    <img src="/art/mark.svg" alt="" width="40" height="40" />
    <span aria-hidden="true">{brand.name.slice(1)}</span>
  </span>
);
