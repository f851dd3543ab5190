import type { JSX } from 'react';
import { useIsSignedIn } from '#web/session/index.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** The quiet way to the donor's own account, beside the header's links: a small sign, for the bar is full on a small desk. */
export const OwnAccountSign = (): JSX.Element | null =>
  useIsSignedIn() ? (
    <PageLink to="/account" aria-label="Account" title="Account" className="site-link max-lg:hidden">
      <Icon name="person" />
    </PageLink>
  ) : null;

/** The same in the side menu, where there is room for the word. */
export const OwnAccountLink = ({ onChoose }: { readonly onChoose: () => void }): JSX.Element | null =>
  useIsSignedIn() ? (
    <PageLink to="/account" onClick={onChoose} className="site-link">
      Account
    </PageLink>
  ) : null;
