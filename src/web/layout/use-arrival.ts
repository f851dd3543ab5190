import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { reportPage } from '#web/analytics/index.ts';
import { isFocusNowhere } from '#web/ui/use-kept-focus.ts';
import { moveFocusTo, scrollToSection } from './scroll-to-section.ts';

/** Wait before scrolling to the section that the address names: on a change of page, and on the first one (spec 9, Timings). */
export const arrivalDelayMs = { change: 300, firstLoad: 500 } as const;

/**
 * What happens on every arrival at an address (spec 2): it is reported, the page stands at its top with focus on its heading,
 * and goes on to the section that the address names. The first page is left where the browser has it.
 */
export function useArrival(): void {
  const { key, pathname, hash } = useLocation();
  const previousPath = useRef<string>(undefined);
  useEffect(() => {
    if (previousPath.current !== pathname) reportPage(pathname);
    const isFirst = previousPath.current === undefined;
    const isNewPage = !isFirst && previousPath.current !== pathname;
    previousPath.current = pathname;
    if (!isFirst && (isNewPage || hash === '')) arriveAtTop(isNewPage);
    if (hash === '') return undefined;
    const focusAtArrival = document.activeElement;
    const goOn = (): void => {
      if (document.activeElement === focusAtArrival) scrollToSection(sectionId(hash)); // who went on by keyboard stays there
    };
    const timer = setTimeout(goOn, isFirst ? arrivalDelayMs.firstLoad : arrivalDelayMs.change);
    return () => clearTimeout(timer);
  }, [key, pathname, hash]);
}

function arriveAtTop(isNewPage: boolean): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading && (isNewPage || isFocusNowhere())) moveFocusTo(heading);
}

function sectionId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1); // somebody's own percent sign
  }
}
