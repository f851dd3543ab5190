import type { JSX, ReactNode } from 'react';
import { PageHead } from '#web/layout/page-head.tsx';
import './text-page.css';

interface TextPageProps {
  readonly title: string;
  /** One or two sentences for search results and link previews. */
  readonly description: string;
  readonly path: string;
  /** What the reader should know first. */
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page to read: one column, as wide as lines stay easy to follow. */
export const TextPage = ({ title, description, path, lead, children }: TextPageProps): JSX.Element => (
  <>
    <PageHead title={title} description={description} path={path} />
    <article className="text">
      <h1>{title}</h1>
      <p className="text-lead">{lead}</p>
      {children}
    </article>
  </>
);
