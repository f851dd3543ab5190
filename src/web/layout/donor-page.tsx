import type { ComponentProps, JSX, ReactNode } from 'react';
import { RequireDonor } from '#web/session/index.ts';
import { PageHead } from './page-head.tsx';

interface DonorPageProps {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** A link beside the title. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page for signed-in donors, hidden from search engines (spec 2). Its title shows immediately; the content waits for the user,
 * and is invisible until the country is known, because it has amounts.
 */
export const DonorPage = ({ title, description, path, aside, children }: DonorPageProps): JSX.Element => (
  <>
    <PrivateHead title={title} description={description} path={path} />
    <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16">
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="text-4xl wrap-anywhere">{title}</h1>
        {aside}
      </header>
      <RequireDonor>
        <div className="follows-country">{children}</div>
      </RequireDonor>
    </div>
  </>
);

/** Title and description of a page behind the sign-in, hidden from search engines. */
export const PrivateHead = (head: Omit<ComponentProps<typeof PageHead>, 'isIndexed'>): JSX.Element => (
  <PageHead {...head} isIndexed={false} />
);
