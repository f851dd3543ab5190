import type { AnchorHTMLAttributes, JSX } from 'react';
import { Link as RouterLink, useLocation } from 'wouter';

/** Attributes of a link to one of our pages. */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of the page, optionally with `#section`. */
  readonly to: string;
  /** The history state that the page receives. */
  readonly state?: unknown;
}

/** A link to one of our pages, without a reload. On that page it is marked as current. */
export function Link({ to, ...rest }: LinkProps): JSX.Element {
  const [path] = useLocation();
  return <RouterLink to={to} aria-current={path === to ? 'page' : undefined} {...rest} />;
}
