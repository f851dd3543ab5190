import { useEffect, useRef } from 'react';
import { reportPage } from '#web/analytics/index.ts';
import { useVisit } from '#web/app-router.tsx';
import { isFocusNowhere } from '#web/ui/use-focus-restore.ts';
import { moveFocusTo, readSection, scrollToSection } from '#web/ui/scroll-to-section.ts';

/** Delay before scrolling to the URL's section, after navigation and on first load (spec 9, Timings). */
const arrivalDelayMs = { change: 300, firstLoad: 500 } as const;

/**
 * Runs after every navigation (spec 2): reports the page view, scrolls to the top, focuses the heading, and then scrolls to
 * the section in the URL or the history state. On first load, the browser's own scroll position stays.
 */
export function useNavigationEffects(): void {
  const visit = useVisit();
  const previousPath = useRef<string>(undefined);
  useEffect(() => {
    const { pathname, hash, state } = visit;
    if (previousPath.current !== pathname) reportPage(pathname);
    const isFirst = previousPath.current === undefined;
    const isNewPage = !isFirst && previousPath.current !== pathname;
    previousPath.current = pathname;
    if (!isFirst && (isNewPage || hash === '')) moveToTop(isNewPage);
    const section = hash === '' ? readSection(state) : sectionId(hash);
    if (section === undefined) return undefined;
    return scrollToSectionAfter(section, isFirst ? arrivalDelayMs.firstLoad : arrivalDelayMs.change);
  }, [visit]);
}

/** The time to wait for a section whose part of the page is still loading. */
const sectionWaitMs = 10_000;

/**
 * Scrolls to a section after the delay, or later as soon as it is rendered. Moving the focus cancels it, and so does
 * pressing a key, tapping or scrolling while the section is still loading. Returns the function that cancels it.
 */
function scrollToSectionAfter(id: string, delayMs: number): () => void {
  const initialFocus = document.activeElement;
  const waiting = new AbortController();
  const cancel = (): void => waiting.abort();
  const tryScroll = (): void => {
    // Nothing may have focus, because the browser takes it from a clicked link.
    const hasMovedFocus = document.activeElement !== initialFocus && !isFocusNowhere();
    if (!hasMovedFocus && !document.getElementById(id)) return;
    cancel();
    if (!hasMovedFocus) scrollToSection(id);
  };
  const observer = new MutationObserver(tryScroll);
  const timers = [
    setTimeout(() => {
      observer.observe(document.body, { childList: true, subtree: true });
      for (const input of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
        window.addEventListener(input, cancel, { signal: waiting.signal, passive: true });
      }
      tryScroll();
    }, delayMs),
    setTimeout(cancel, delayMs + sectionWaitMs),
  ];
  waiting.signal.addEventListener('abort', () => {
    timers.forEach(clearTimeout);
    observer.disconnect();
  });
  return cancel;
}

function moveToTop(isNewPage: boolean): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading && (isNewPage || isFocusNowhere())) moveFocusTo(heading);
}

function sectionId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1); // a percent sign that is not an escape
  }
}
