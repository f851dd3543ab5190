import './share.css';
import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { hashtagPlaceholder } from '#domain/page-placeholders.ts';
import { hashtagOf } from '#domain/words/name-forms.ts';
import { publicUrl, siteName } from '#web/page-settings.ts';
import { CopyLinkButton } from './copy-link-button.tsx';

interface ShareBlockProps {
  readonly title: string;
  readonly text: string;
  /** Path of the public page that is shared, such as `/`; never the address of a receipt. */
  readonly path: `/${string}`;
  readonly hashtags?: readonly string[];
}

/** Share links for X, Facebook, LinkedIn and email, and a button that copies the link (spec 2, Sharing). */
export function ShareBlock({ title, text, path, hashtags = [] }: ShareBlockProps): JSX.Element {
  const url = publicUrl() + path;
  return (
    <section aria-label={title} className="share-block">
      <h2 className="text-xl font-extrabold">{title}</h2>
      <ul className="share-links">
        {shareLinks({ text, url, hashtags }).map(({ name, href }) => (
          <li key={name}>
            <a href={href} className="share-link" {...targetOf(href)}>
              {name}
              <span className="sr-only">
                {href.startsWith('mailto:') ? ': share by email' : ': share in a new tab'}
              </span>
            </a>
          </li>
        ))}
        <li>
          <CopyLinkButton url={url} />
        </li>
      </ul>
    </section>
  );
}

/** Returns the name as a hashtag, without `#`. */
const hashtag = (): string => (import.meta.env.SSR ? hashtagPlaceholder : hashtagOf(siteName()));

const targetOf = (href: string): { target?: string; rel?: string } =>
  href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' };

interface SharedPage {
  readonly text: string;
  /** Full address of a page that anyone may see. */
  readonly url: string;
  /** Hashtags of this page, without `#`, in addition to ours. */
  readonly hashtags: readonly string[];
}

/** A plain link, so that no third-party script runs on our pages. */
interface ShareLink {
  readonly name: string;
  readonly href: string;
}

/** Returns the text with its hashtags: `… #Kindbite #FightHunger` (spec 2, Sharing). */
const shareText = ({ text, hashtags }: SharedPage): string =>
  [text, ...Array.from(new Set([hashtag(), brand.hashtag, ...hashtags]), (tag) => `#${tag}`)].join(' ');

/** Returns the links. Facebook and LinkedIn accept only the address. */
const shareLinks = (shared: SharedPage): readonly ShareLink[] => [
  { name: 'X', href: withQuery('https://x.com/intent/post', { text: shareText(shared), url: shared.url }) },
  { name: 'Facebook', href: withQuery('https://www.facebook.com/sharer/sharer.php', { u: shared.url }) },
  { name: 'LinkedIn', href: withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: shared.url }) },
  {
    name: 'Email',
    href: withQuery('mailto:', { subject: brand.tagline, body: `${shareText(shared)}\n\n${shared.url}` }),
  },
];

// Mail programs show `+` literally, so spaces are always %20.
const withQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  `${address}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
