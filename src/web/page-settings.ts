import { brand } from '#domain/brand.ts';
import { contactEmailPlaceholder, publicUrlPlaceholder } from '#domain/page-placeholders.ts';

/**
 * The product's public address, without a slash at the end; while prerendering, the placeholder that the server replaces. It
 * may differ from the address in the browser (for example `127.0.0.1` for `localhost`), but is the same for all visitors.
 */
export const publicUrl = (): string =>
  typeof document === 'undefined' ? publicUrlPlaceholder : (settingOf('public-url') ?? window.location.origin);

/** The address to which donors can write; while prerendering, the placeholder that the server replaces. */
export const contactEmail = (): string =>
  typeof document === 'undefined' ? contactEmailPlaceholder : (settingOf('contact-email') ?? brand.contactEmail);

/** What the server wrote into the page's head. */
const settingOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
