import './link-page.css';
import type { JSX, ReactNode } from 'react';
import { useVisit } from '#web/app-router.tsx';
import { PageHead } from '#web/layout/page-head.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

interface LinkPageProps {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** A page with one small card, for one step around a mailed link. Not indexed. */
export const LinkPage = ({ title, description, path, children }: LinkPageProps): JSX.Element => (
  <>
    <PageHead title={title} description={description} path={path} isIndexed={false} />
    <div className="mx-auto max-w-reading px-4 py-12 md:py-16">
      <section className="link-card">
        <h1 className="text-3xl">{title}</h1>
        <NeedsJavaScript>You need JavaScript to use this page. You can open it in another browser.</NeedsJavaScript>
        {children}
      </section>
    </div>
  </>
);

interface OutcomeProps {
  readonly picture: string;
  readonly text: ReactNode;
  /** Links or buttons for the next step. */
  readonly children: ReactNode;
}

/** The outcome: a picture, a sentence and links. Focus moves to the sentence, because the control that had it is gone. */
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
  /** The page to continue on: where the visitor can get a new link, if there is such a page. */
  readonly to: string;
  readonly children: string;
}

/** Shown for a link that cannot work anymore, for example because it has expired, was used or is incomplete. */
export const DeadLink = ({ sentence, to, children }: DeadLinkProps): JSX.Element => (
  <LinkOutcome picture="/art/fork-question.svg" text={sentence}>
    <ButtonLink to={to}>{children}</ButtonLink>
    <ButtonLink to="/" tone="secondary">
      Back to Home
    </ButtonLink>
  </LinkOutcome>
);

/** `loading` is for the prerendered page, `missing` for an address without a token. */
type LinkToken =
  | { readonly code: 'found'; readonly token: string }
  | { readonly code: 'loading' }
  | { readonly code: 'missing' };

/** Reads the token after the `#` of the address. Browsers do not send that part, so it is in no log and no other site sees it. */
export function useLinkToken(): LinkToken {
  const isHydrated = useIsHydrated();
  const { hash } = useVisit();
  if (!isHydrated) return { code: 'loading' };
  return hash.length > 1 ? { code: 'found', token: hash.slice(1) } : { code: 'missing' };
}
