import { publicUrlPlaceholder } from '#domain/public-url.ts';

/**
 * The product's public address, without a slash at the end; while prerendering, the placeholder that the server replaces. It
 * may differ from the address in the browser (for example `127.0.0.1` for `localhost`), but is the same for all visitors.
 */
export function publicUrl(): string {
  if (typeof document === 'undefined') return publicUrlPlaceholder;
  return document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content ?? window.location.origin;
}
