import type { ComponentProps, JSX, MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { ButtonLink } from '#web/ui/button.tsx';
import { scrollToSection } from '#web/ui/scroll-to-section.ts';

/** A link to the donation form: scrolls to it on the home page, opens `/#donate` from any other page (spec 2, Header). */
export function DonateLink({ onClick, ...rest }: Omit<ComponentProps<typeof ButtonLink>, 'to'>): JSX.Element {
  const [path] = useLocation();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (path !== '/') return;
    event.preventDefault();
    scrollToSection('donate');
  };
  return <ButtonLink to="/#donate" onClick={handleClick} {...rest} />;
}
