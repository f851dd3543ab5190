import './link-page.css';
import type { JSX, ReactNode } from 'react';
import { PageHead } from '#web/layout/page-head.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

interface LinkPageProps {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** A page with one small card, for a deed around a mailed link. It belongs to one visitor: search engines stay out. */
export const LinkPage = ({ title, description, path, children }: LinkPageProps): JSX.Element => (
  <>
    <PageHead title={title} description={description} path={path} isIndexed={false} />
    <div className="mx-auto max-w-reading px-4 py-12 md:py-16">
      <section className="link-card">
        <h1 className="text-3xl">{title}</h1>
        <noscript>
          <p className="rounded-xl bg-tint p-4">This page needs JavaScript.</p>
        </noscript>
        {children}
      </section>
    </div>
  </>
);

interface OutcomeProps {
  /** Address of a picture that says the same as the words. */
  readonly picture: string;
  readonly text: ReactNode;
  /** The ways on. */
  readonly children: ReactNode;
}

/** What came of it: a picture, a sentence, and a way on. Focus goes to the sentence, as whatever had it is gone. */
export const LinkOutcome = ({ picture, text, children }: OutcomeProps): JSX.Element => (
  <div className="grid justify-items-start gap-4">
    <img src={picture} alt="" width="160" height="120" className="h-auto w-40" />
    <p ref={takeFocus} tabIndex={-1} className="link-outcome text-lg">
      {text}
    </p>
    <div className="flex flex-wrap gap-3">{children}</div>
  </div>
);

const takeFocus = (sentence: HTMLElement | null): void => sentence?.focus();

interface DeadLinkProps {
  readonly sentence: string;
  /** Where a new link can be had. */
  readonly to: string;
  readonly children: string;
}

/** Stands where a link leads that is good for nothing any more. */
export const DeadLink = ({ sentence, to, children }: DeadLinkProps): JSX.Element => (
  <LinkOutcome picture="/art/fork-question.svg" text={sentence}>
    <ButtonLink to={to}>{children}</ButtonLink>
    <ButtonLink to="/" tone="secondary">
      Back to Home
    </ButtonLink>
  </LinkOutcome>
);
