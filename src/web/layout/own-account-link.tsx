import type { JSX } from 'react';
import { useIsSignedIn } from '#web/session/index.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** The header's link to the account: an icon, because the bar has no room for a word on small desktop screens. */
export const OwnAccountIconLink = (): JSX.Element | null =>
  useIsSignedIn() ? (
    <Link to="/account" aria-label="Account" title="Account" className="site-link max-lg:hidden">
      <Icon name="person" />
    </Link>
  ) : null;

/** The side menu's link to the account. */
export const OwnAccountLink = ({ onChoose }: { readonly onChoose: () => void }): JSX.Element | null =>
  useIsSignedIn() ? (
    <Link to="/account" onClickCapture={onChoose} className="site-link">
      Account
    </Link>
  ) : null;
