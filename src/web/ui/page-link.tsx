import type { AnchorHTMLAttributes, JSX, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

/** Attributes of a link to a page of the product. */
export interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of the page, with `#` and the section where one is meant. */
  readonly to: string;
}

/**
 * A link inside the product: changes the page without loading the document anew, and says so when it leads to where the
 * visitor is. (The router's own link brings its prefetching machinery along, which nobody here uses.)
 */
export function PageLink({ to, onClick, children, ...rest }: PageLinkProps): JSX.Element {
  const { pathname } = useLocation();
  const goThere = useLinkClickHandler(to);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (!event.defaultPrevented) goThere(event);
  };
  return (
    <a href={useHref(to)} aria-current={pathname === to ? 'page' : undefined} onClick={handleClick} {...rest}>
      {children}
    </a>
  );
}
