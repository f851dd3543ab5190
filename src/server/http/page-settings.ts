import { publicUrlMark } from '#domain/public-url.ts';
import type { Config } from '#server/config.ts';
import { html } from '#server/mail/html.ts';

/** What an installation's pages say of it. */
export type PageSettings = Pick<Config, 'sandbox' | 'publicUrl' | 'analyticsId'>;

/** Puts what only this installation knows into a prerendered page: its address, its notices, and whether it counts visits. */
export const putSettings = (page: string, settings: PageSettings): string =>
  page
    .replace('<!--settings-->', () => settingsOf(settings))
    .replace('<!--notices-->', () => noticesOf(settings))
    .replaceAll(publicUrlMark, () => html`${settings.publicUrl}`.markup)
    .replaceAll(encodeURIComponent(publicUrlMark), () => encodeURIComponent(settings.publicUrl));

/** What the page's scripts read. */
function settingsOf({ publicUrl, analyticsId }: PageSettings): string {
  const settings = { 'public-url': publicUrl, 'analytics-id': analyticsId };
  return Object.entries(settings)
    .map(([name, value]) => (value === undefined ? '' : html`<meta name="${name}" content="${value}" />`.markup))
    .join('');
}

const noticesOf = ({ sandbox }: PageSettings): string =>
  sandbox ? '<aside class="test-mode-notice" aria-label="Test mode">Test mode: no real money moves</aside>' : '';
