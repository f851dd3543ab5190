import { contactEmailPlaceholder, publicUrlPlaceholder } from '#domain/page-placeholders.ts';
import type { Config } from '#server/config/config.ts';
import { html } from './html.ts';

/** The part of the configuration that pages contain. */
export type PageSettings = Pick<Config, 'sandbox' | 'publicUrl' | 'analyticsId' | 'contactEmail'>;

/** Fills this installation's addresses, notices and analytics id into a prerendered page. */
export const putSettings = (page: string, settings: PageSettings): string =>
  page
    .replace('<!--settings-->', () => settingsOf(settings))
    .replace('<!--notices-->', () => noticesOf(settings))
    .replaceAll(contactEmailPlaceholder, () => settings.contactEmail)
    .replaceAll(publicUrlPlaceholder, () => html`${settings.publicUrl}`.markup)
    .replaceAll(encodeURIComponent(publicUrlPlaceholder), () => encodeURIComponent(settings.publicUrl));

/** Read by the page's scripts. */
function settingsOf({ publicUrl, analyticsId, contactEmail }: PageSettings): string {
  const settings = { 'public-url': publicUrl, 'contact-email': contactEmail, 'analytics-id': analyticsId };
  return Object.entries(settings)
    .map(([name, value]) => (value === undefined ? '' : html`<meta name="${name}" content="${value}" />`.markup))
    .join('');
}

const noticesOf = ({ sandbox }: PageSettings): string =>
  sandbox ? '<aside class="test-mode-notice" aria-label="Test mode">Test mode: no real money moves</aside>' : '';
