import { useRef, type JSX, type MouseEvent, type ReactNode } from 'react';
import { readIsSignedIn } from './signed-in-hint.ts';
import { useSignInAgain } from './use-sign-in-again.ts';

interface OwnFileLinkProps {
  readonly href: string;
  /** The page to open after signing in again, by default the current one. */
  readonly returnTo?: string;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * Downloads a file that belongs to the signed-in user. The session is checked first, because the browser would only report a
 * failed download. A guest's download starts immediately.
 */
export function OwnFileLink({ href, returnTo, className, children }: OwnFileLinkProps): JSX.Element {
  const signInAgain = useSignInAgain();
  const isChecked = useRef(false);
  async function check(link: HTMLAnchorElement): Promise<void> {
    if (await signInAgain(returnTo ?? window.location.pathname)) return;
    isChecked.current = true;
    link.click();
    isChecked.current = false;
  }
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (isChecked.current || !readIsSignedIn()) return; // the browser downloads the file
    event.preventDefault();
    void check(event.currentTarget);
  };
  return (
    <a href={href} download className={className} onClick={handleClick}>
      {children}
    </a>
  );
}
