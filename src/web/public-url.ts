import { publicUrlMark } from '#domain/public-url.ts';

/**
 * The product's address as the public knows it, without a slash at the end; while prerendering, the mark that the server
 * replaces. It may differ from the address in the browser's bar (`127.0.0.1` for `localhost`, say), but not between visitors.
 */
export function publicUrl(): string {
  if (typeof document === 'undefined') return publicUrlMark;
  return document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content ?? window.location.origin;
}
