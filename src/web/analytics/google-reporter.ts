import { publicUrl } from '#web/public-url.ts';
import { pagePattern } from './page-pattern.ts';
import type { Reporter } from './reporter.ts';

declare global {
  interface Window {
    /** Where the analytics script takes its orders from. */
    dataLayer?: unknown[];
  }
}

const scriptAddress = 'https://www.googletagmanager.com/gtag/js';

/**
 * Loads the analytics script and reports to it: to be called after the visitor's yes alone. Every report names the page by
 * its pattern and never by the address in the bar, which may carry a gift's id, an amount or a token; advertising stays off.
 */
export function loadGoogleReporter(id: string, patterns: readonly string[]): Reporter {
  const layer = (window.dataLayer ??= []);
  // The script tells orders from other entries by their being `arguments`, which is why this is no arrow function.
  function order(..._words: readonly unknown[]): void {
    layer.push(arguments);
  }
  allow(id, true);
  order('consent', 'default', {
    analytics_storage: 'granted',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
  });
  order('set', { page_referrer: '', allow_google_signals: false, allow_ad_personalization_signals: false });
  order('js', new Date());
  order('set', placeOf(window.location.pathname, patterns));
  order('config', id, { send_page_view: false });
  addScript(id);
  return {
    reportPage: (path) => {
      order('set', placeOf(path, patterns)); // for what the script may report by itself
      order('event', 'page_view', placeOf(path, patterns));
    },
    reportEvent: (name, { category, label, value }) =>
      order('event', name, { event_category: category, event_label: label, value }),
  };
}

/** Makes a script that is there already fall silent, and takes its cookies away. */
export function silenceGoogle(id: string): void {
  allow(id, false);
  for (const name of document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '')) {
    if (!name.startsWith('_ga')) continue;
    for (const domain of ['', ...parentDomains(window.location.hostname)]) {
      document.cookie = `${name}=; path=/; max-age=0${domain === '' ? '' : `; domain=${domain}`}`;
    }
  }
}

/** The switch that the script itself looks at before it sends anything. */
const allow = (id: string, isAllowed: boolean): void => void Reflect.set(window, `ga-disable-${id}`, !isAllowed);

interface Place {
  readonly page_path: string;
  readonly page_location: string;
}

function placeOf(path: string, patterns: readonly string[]): Place {
  const pattern = pagePattern(path, patterns);
  return { page_path: pattern, page_location: publicUrl() + pattern };
}

function addScript(id: string): void {
  if (document.querySelector(`script[src^="${scriptAddress}"]`)) return;
  const script = document.createElement('script');
  script.async = true;
  script.src = `${scriptAddress}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** `a.b.example` and `b.example` for `a.b.example`: the script sets its cookies as far up as it may. */
const parentDomains = (host: string): readonly string[] =>
  host.split('.').map((_label, index, labels) => labels.slice(index).join('.'));
