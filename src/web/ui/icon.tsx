import type { JSX } from 'react';

/** Stroked paths on a 24-unit square. */
const outlines = {
  check: 'M5 12.5 10 17.5 19.5 7',
  chevron: 'm7 10 5 5 5-5',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  warning: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17.2v.1',
  X: 'M5 4.5 19 19.5M19 4.5 5 19.5',
  Facebook: 'M16.5 4H14a3.5 3.5 0 0 0-3.5 3.5V21M7 12h8.5',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM16.7 7.3v.1',
} as const;

export type IconName = keyof typeof outlines;

/** An icon in the color of the surrounding text. Screen readers skip it: a text or label says the same. */
export const Icon = ({
  name,
  className = 'size-6',
}: {
  readonly name: IconName;
  readonly className?: string;
}): JSX.Element => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
    <path d={outlines[name]} />
  </svg>
);
