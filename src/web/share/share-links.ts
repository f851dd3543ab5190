import { brand } from '#domain/brand.ts';

/** What is shared: a sentence and a public address of the product. */
export interface Shared {
  readonly text: string;
  /** Full address of a page that anyone may see. */
  readonly url: string;
  /** Hashtags of this page, without `#`, beside the product's own. */
  readonly hashtags: readonly string[];
}

/** A place to share on: a plain link, so that nothing of others runs on our pages. */
export interface ShareLink {
  readonly name: string;
  readonly href: string;
}

/** The text with its hashtags: `… #Kindbite #FightHunger` (spec 2, Sharing). */
export const shareText = ({ text, hashtags }: Shared): string =>
  [text, ...Array.from(new Set([...brand.hashtags, ...hashtags]), (tag) => `#${tag}`)].join(' ');

/** Links that share on X, Facebook, LinkedIn and by e-mail. Facebook and LinkedIn take the address alone. */
export const shareLinks = (shared: Shared): readonly ShareLink[] => [
  { name: 'X', href: withQuery('https://x.com/intent/post', { text: shareText(shared), url: shared.url }) },
  { name: 'Facebook', href: withQuery('https://www.facebook.com/sharer/sharer.php', { u: shared.url }) },
  { name: 'LinkedIn', href: withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: shared.url }) },
  {
    name: 'E-mail',
    href: withQuery('mailto:', { subject: brand.tagline, body: `${shareText(shared)}\n\n${shared.url}` }),
  },
];

// Mail programs show a `+` as it stands, so spaces travel as %20 everywhere.
const withQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  `${address}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
