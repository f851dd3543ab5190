import { publicUrlPlaceholder } from '#domain/page-placeholders.ts';
import type { Config } from '#server/config/config.ts';
import { html } from './html.ts';
import { wordsPlaceholder } from './page-content.ts';

/** The part of the configuration that pages contain. */
export type PageSettings = Pick<Config, 'sandbox' | 'publicUrl' | 'analyticsId'>;

/** Fills this installation's address, notices and analytics id into a prerendered page. */
export const putSettings = (page: string, settings: PageSettings): string =>
  page
    .replace('<!--settings-->', () => settingsOf(settings))
    .replace('<!--notices-->', () => noticesOf(settings))
    .replaceAll(publicUrlPlaceholder, () => html`${settings.publicUrl}`.markup)
    .replaceAll(encodeURIComponent(publicUrlPlaceholder), () => encodeURIComponent(settings.publicUrl));

/** The settings that the page's scripts read, like those that `wordsContent` writes. */
const settingsOf = ({ publicUrl, analyticsId }: PageSettings): string =>
  [html`<meta name="public-url" content="${publicUrl}" />`.markup, wordsPlaceholder]
    .concat(analyticsId === undefined ? [] : html`<meta name="analytics-id" content="${analyticsId}" />`.markup)
    .join('');

const noticesOf = ({ sandbox }: PageSettings): string =>
  sandbox ? '<aside class="test-mode-notice" aria-label="Test mode">Test mode: no real money moves</aside>' : '';
