import { createContext, startTransition, useContext, useLayoutEffect, useState, type JSX, type ReactNode } from 'react';
import { Router } from 'wouter';
import { navigate, type BrowserLocationHook, type BrowserSearchHook } from 'wouter/use-browser-location';

/** One visit to an address. Opening the same address again is another visit. */
export interface Visit {
  readonly pathname: string;
  readonly search: string;
  /** Empty, or starts with `#`. */
  readonly hash: string;
  /** The state that the navigation passed to the page. Reloading keeps it. */
  readonly state: unknown;
  /** True if the browser loaded the document for this visit. */
  readonly isFirst: boolean;
}

interface AppRouterProps {
  /** The page to render on the server; in the browser, the address bar decides. */
  readonly serverPath?: string;
  readonly children: ReactNode;
}

/**
 * Routes by the path of the address bar. A new address is a React transition: the last page stays on screen, with its own
 * address, until the next one is loaded.
 */
export function AppRouter({ serverPath, children }: AppRouterProps): JSX.Element {
  const [visit, setVisit] = useState(() =>
    serverPath === undefined ? readVisit(true) : { ...firstVisit, pathname: serverPath },
  );
  useLayoutEffect(() => {
    const showVisit = (): void => startTransition(() => setVisit(readVisit(false)));
    for (const event of navigationEvents) window.addEventListener(event, showVisit);
    startTransition(() => setVisit((last) => (isHere(last) ? last : readVisit(false)))); // a page may redirect before this effect
    return () => navigationEvents.forEach((event) => window.removeEventListener(event, showVisit));
  }, []);
  return (
    <VisitContext value={visit}>
      <Router hook={usePath} searchHook={useQuery}>
        {children}
      </Router>
    </VisitContext>
  );
}

/** The visit that is on screen. */
export const useVisit = (): Visit => useContext(VisitContext);

const firstVisit: Visit = { pathname: '/', search: '', hash: '', state: null, isFirst: true };

const VisitContext = createContext(firstVisit);

/** The events after which the address may differ. wouter dispatches the last two when it navigates. */
const navigationEvents = ['popstate', 'pushState', 'replaceState'];

const usePath: BrowserLocationHook = () => [routedPath(useVisit().pathname), navigateOnce];

/** Returns the path to route. For a path that cannot be decoded, that is the not-found page, as on the server. */
function routedPath(pathname: string): string {
  try {
    return decodeURI(pathname) && pathname; // the build drops a call whose result is unused
  } catch {
    return '/404'; // no page
  }
}

const useQuery: BrowserSearchHook = () => useVisit().search;

/**
 * Replaces the history entry when the address is already open. During hydration the browser itself navigates, and the state is
 * lost. Only pages pass a state, and they render later.
 */
const navigateOnce: typeof navigate = (to, { replace, ...options } = {}) => {
  const isReplacement = replace ?? new URL(to, window.location.href).href === window.location.href;
  if (isHydrating) window.location[isReplacement ? 'replace' : 'assign'](to);
  else navigate(to, { ...options, replace: isReplacement });
};

/** If true, the browser navigates, because React would compare the next page with this page's markup and report a difference. */
let isHydrating = false;

/** Called before React takes over the prerendered page. */
export function startHydration(): void {
  isHydrating = true;
}

/** Marks the end of hydration. Rendered before the page, because a page may redirect in its first effect. */
export function HydrationEnd(): null {
  useLayoutEffect(() => {
    isHydrating = false;
  }, []);
  return null;
}

function readVisit(isFirst: boolean): Visit {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: window.history.state, isFirst };
}

const isHere = ({ pathname, search, hash }: Visit): boolean =>
  window.location.pathname === pathname && window.location.search === search && window.location.hash === hash;
