import type { ComponentProps, JSX, ReactNode } from 'react';
import { PageHead } from '#web/layout/page-head.tsx';
import { Link } from '#web/ui/link.tsx';
import './text-page.css';

interface TextPageProps {
  readonly title: string;
  /** One or two sentences for search results and link previews. */
  readonly description: string;
  readonly path: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page of text in one column of readable width. */
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

/** A part of a long text; its id is its fragment in the address. */
export interface TextSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface SectionedPageProps extends Omit<ComponentProps<typeof TextPage>, 'children'> {
  readonly sections: readonly TextSection[];
  /** Links to related pages. */
  readonly children: ReactNode;
}

/** A long text: a table of contents, then its sections. */
export const SectionedPage = ({ sections, children, ...page }: SectionedPageProps): JSX.Element => (
  <TextPage {...page}>
    <nav aria-labelledby="contents-heading" className="text-contents">
      <h2 id="contents-heading">On this page</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`} className="link">
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
    {sections.map(({ id, title, content }) => (
      <section key={id} id={id} aria-labelledby={`${id}-heading`}>
        <h2 id={`${id}-heading`}>{title}</h2>
        {content}
      </section>
    ))}
    <p className="text-onward">{children}</p>
  </TextPage>
);
