import './share.css';
import type { JSX } from 'react';
import { publicUrl } from '#web/public-url.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import { shareLinks } from './share-links.ts';

interface ShareBlockProps {
  readonly title: string;
  readonly text: string;
  /** Path of the public page that is shared, such as `/`; never the address of a receipt. */
  readonly path: `/${string}`;
  readonly hashtags?: readonly string[];
}

/** Ways to tell others: X, Facebook, LinkedIn, e-mail, and the link to copy (spec 2, Sharing). */
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
                {href.startsWith('mailto:') ? ': share by e-mail' : ': share in a new tab'}
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

const targetOf = (href: string): { target?: string; rel?: string } =>
  href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' };
