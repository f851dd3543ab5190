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
    return goOnTo(sectionId(hash), isFirst ? arrivalDelayMs.firstLoad : arrivalDelayMs.change);
  }, [key, pathname, hash]);
}

/** How long a section is waited for that is not there yet, since its part of the page is still loading. */
const patienceMs = 10_000;

/**
 * Goes on to a section after a wait, or as soon as it is there. Who went on by keyboard stays there, and who presses or scrolls
 * while the page is still loading is not taken away either. Answers how to give it up.
 */
function goOnTo(id: string, delayMs: number): () => void {
  const focusAtArrival = document.activeElement;
  const waiting = new AbortController();
  const giveUp = (): void => waiting.abort();
  const goOn = (): void => {
    const hasGoneElsewhere = document.activeElement !== focusAtArrival;
    if (!hasGoneElsewhere && !document.getElementById(id)) return;
    giveUp();
    if (!hasGoneElsewhere) scrollToSection(id);
  };
  const observer = new MutationObserver(goOn);
  const timers = [
    setTimeout(() => {
      observer.observe(document.body, { childList: true, subtree: true });
      for (const deed of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
        window.addEventListener(deed, giveUp, { signal: waiting.signal, passive: true });
      }
      goOn();
    }, delayMs),
    setTimeout(giveUp, delayMs + patienceMs),
  ];
  waiting.signal.addEventListener('abort', () => {
    timers.forEach(clearTimeout);
    observer.disconnect();
  });
  return giveUp;
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
