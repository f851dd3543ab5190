import type { ButtonHTMLAttributes, JSX } from 'react';
import { PageLink, type PageLinkProps } from './page-link.tsx';

interface Look {
  /** `primary` is the one filled deed of its place, `secondary` an outlined one, `quiet` a way out. */
  readonly tone?: 'primary' | 'secondary' | 'quiet';
  readonly size?: 'regular' | 'large';
}

/** A button for a deed on the page. Its type is `button` unless it sends a form. */
export function Button({
  tone = 'primary',
  size = 'regular',
  type = 'button',
  className = '',
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>): JSX.Element {
  // oxlint-disable-next-line react/button-has-type -- the default is `button`, and a form names its own
  return <button type={type} className={lookOf(tone, size, className)} {...rest} />;
}

/** A link that looks like a button, for a way to another place of the product. */
export function ButtonLink({
  tone = 'primary',
  size = 'regular',
  className = '',
  ...rest
}: Look & PageLinkProps): JSX.Element {
  return <PageLink className={lookOf(tone, size, className)} {...rest} />;
}

const lookOf = (tone: string, size: string, className: string): string =>
  `button button-${tone} ${size === 'large' ? 'button-large' : ''} ${className}`;
