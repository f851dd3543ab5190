import type { ComponentProps, JSX, MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '#web/ui/button.tsx';
import { scrollToSection } from './scroll-to-section.ts';

/** Leads to the donation form: scrolls there at once on the home page, goes to `/#donate` from every other (spec 2, Header). */
export function DonateLink({ onClick, ...rest }: Omit<ComponentProps<typeof ButtonLink>, 'to'>): JSX.Element {
  const { pathname } = useLocation();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (pathname !== '/' || isForAnotherTab(event)) return;
    event.preventDefault();
    scrollToSection('donate');
  };
  return <ButtonLink to="/#donate" onClick={handleClick} {...rest} />;
}

const isForAnotherTab = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;
