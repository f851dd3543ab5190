import type { ComponentProps, JSX, ReactNode } from 'react';
import { PageLink } from '#web/ui/page-link.tsx';
import { TextPage } from './text-page.tsx';

/** A part of a long text, with an address of its own on the page. */
export interface TextSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface SectionedPageProps extends Omit<ComponentProps<typeof TextPage>, 'children'> {
  readonly sections: readonly TextSection[];
  /** Where the reader may want to go afterwards. */
  readonly children: ReactNode;
}

/** A long text: a list of its sections first, then one after the other. */
export const SectionedPage = ({ sections, children, ...page }: SectionedPageProps): JSX.Element => (
  <TextPage {...page}>
    <nav aria-labelledby="contents-heading" className="text-contents">
      <h2 id="contents-heading">On this page</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <PageLink to={`#${id}`} className="link">
              {title}
            </PageLink>
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
