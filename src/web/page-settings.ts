import { brand } from '#domain/brand.ts';
import {
  contactEmailPlaceholder,
  namePlaceholder,
  publicUrlPlaceholder,
  socialPlaceholder,
  wordmarkPlaceholder,
} from '#domain/page-placeholders.ts';
import { wordmarkOf } from '#domain/words/wordmark.ts';
import { socialNetworks, type SocialNetwork } from '#domain/words/social-links.ts';

// `import.meta.env.SSR`: in markup that the build or the server renders, texts of the installation are placeholders, which the
// server replaces.

/**
 * Returns the product's public address, without a slash at the end. It may differ from the address in the browser (for example
 * `127.0.0.1` for `localhost`), but is the same for all visitors.
 */
export const publicUrl = (): string =>
  import.meta.env.SSR ? publicUrlPlaceholder : (settingOf('public-url') ?? window.location.origin);

/** Returns the address to which donors can write. */
export const contactEmail = (): string =>
  import.meta.env.SSR ? contactEmailPlaceholder : (settingOf('contact-email') ?? brand.contactEmail);

/** Returns the name of the organization. */
export const siteName = (): string => (import.meta.env.SSR ? namePlaceholder : (settingOf('site-name') ?? brand.name));

/** Returns the text beside the logo. */
export const wordmark = (): string => (import.meta.env.SSR ? wordmarkPlaceholder : wordmarkOf(siteName()));

/** Returns our pages on social networks. */
export const socialLinks = (): readonly { readonly network: SocialNetwork; readonly url: string }[] =>
  socialNetworks.map((network) => ({ network, url: socialLink(network) })).filter(({ url }) => url !== '');

const socialLink = (network: SocialNetwork): string =>
  import.meta.env.SSR ? socialPlaceholder(network) : (settingOf(`social-${network}`) ?? brand.socialLinks[network]);

/** Reads a setting that the server wrote into the page's head. */
const settingOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
