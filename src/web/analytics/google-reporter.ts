import { readCookies } from '#web/browser-storage.ts';
import { publicUrl } from '#web/page-settings.ts';
import type { Reporter } from './reporter.ts';

declare global {
  interface Window {
    /** The analytics script reads its commands from here. */
    dataLayer?: unknown[];
  }
}

const scriptAddress = 'https://www.googletagmanager.com/gtag/js';

/**
 * Loads the analytics script and reports to it. Call it only after the visitor has consented. Reports contain a page's
 * pattern, never its address, which may contain a donation id, an amount or a token. Advertising features stay off.
 */
export function loadGoogleReporter(id: string, patterns: readonly string[]): Reporter {
  const layer = (window.dataLayer ??= []);
  // A command must be an `arguments` object, so this cannot be an arrow function.
  function send(..._command: readonly unknown[]): void {
    layer.push(arguments);
  }
  setAllowed(id, true);
  send('consent', 'default', {
    analytics_storage: 'granted',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
  });
  send('set', { page_referrer: '', allow_google_signals: false, allow_ad_personalization_signals: false });
  send('js', new Date());
  send('set', reportedPageOf(window.location.pathname, patterns));
  send('config', id, { send_page_view: false });
  addScript(id);
  return {
    reportPage: (path) => {
      send('set', reportedPageOf(path, patterns)); // for the events that the script reports automatically
      send('event', 'page_view', reportedPageOf(path, patterns));
    },
    reportEvent: (name, { category, label, value }) =>
      send('event', name, { event_category: category, event_label: label, value }),
  };
}

/** Stops a loaded script from sending and deletes its cookies. */
export function stopGoogleReporting(id: string): void {
  setAllowed(id, false);
  for (const name of readCookies()
    .split('; ')
    .map((pair) => pair.split('=')[0] ?? '')) {
    if (!name.startsWith('_ga')) continue;
    for (const domain of ['', ...domainsOf(window.location.hostname)]) {
      document.cookie = `${name}=; path=/; max-age=0${domain === '' ? '' : `; domain=${domain}`}`;
    }
  }
}

/** The script checks this switch before it sends anything. */
const setAllowed = (id: string, isAllowed: boolean): void => void Reflect.set(window, `ga-disable-${id}`, !isAllowed);

interface ReportedPage {
  readonly page_path: string;
  readonly page_location: string;
}

function reportedPageOf(path: string, patterns: readonly string[]): ReportedPage {
  const pattern = pagePattern(path, patterns);
  return { page_path: pattern, page_location: publicUrl() + pattern };
}

/** Returns the path that analytics sees: `/claim/:id` for every donation, and `/404` for every address without a page. */
export const pagePattern = (path: string, patterns: readonly string[]): string =>
  patterns.find((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i').test(path)) ?? '/404';

function addScript(id: string): void {
  if (document.querySelector(`script[src^="${scriptAddress}"]`)) return;
  const script = document.createElement('script');
  script.async = true;
  script.src = `${scriptAddress}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** Returns `b.example` and `example` for `b.example`: the script sets its cookies on the highest domain that accepts them. */
const domainsOf = (host: string): readonly string[] =>
  host.split('.').map((_label, index, labels) => labels.slice(index).join('.'));
