import type { ButtonHTMLAttributes, JSX } from 'react';
import { Link, type LinkProps } from './link.tsx';

interface Look {
  /** `primary` is filled, one per section; `secondary` is outlined; `quiet` is for cancel and the like. */
  readonly tone?: 'primary' | 'secondary' | 'quiet';
  readonly size?: 'regular' | 'large';
}

/** A button. Its type is `button` by default; a form sets `submit`. */
export function Button({
  tone = 'primary',
  size = 'regular',
  type = 'button',
  className = '',
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>): JSX.Element {
  // oxlint-disable-next-line react/button-has-type -- the default is `button`; forms set `submit`
  return <button type={type} className={lookOf(tone, size, className)} {...rest} />;
}

/** A link to another page that looks like a button. */
export function ButtonLink({
  tone = 'primary',
  size = 'regular',
  className = '',
  ...rest
}: Look & LinkProps): JSX.Element {
  return <Link className={lookOf(tone, size, className)} {...rest} />;
}

const lookOf = (tone: string, size: string, className: string): string =>
  `button button-${tone} ${size === 'large' ? 'button-large' : ''} ${className}`;
