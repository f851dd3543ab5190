import type { JSX } from 'react';

/** A figure of the receipt: one text that fades in shortly whenever it changes, in digits of one width. */
export const Figure = ({ text, className = '' }: { text: string; className?: string }): JSX.Element => (
  <span key={text} className={`figure ${className}`}>
    {text}
  </span>
);
