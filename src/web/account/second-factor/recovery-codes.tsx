import { useState, type JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { takeFocus } from './connect-authenticator.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** The codes for signing in without the phone. They are shown only once. */
export const RecoveryCodes = ({ codes, onSaved }: RecoveryCodesProps): JSX.Element => (
  <div role="group" aria-label="Recovery codes" className="grid gap-4">
    <p ref={takeFocus} tabIndex={-1} className="account-note">
      <strong>Two-step sign-in is on. Please save these codes now.</strong> Each one lets you sign in once if you lose
      your phone. We can&apos;t show them again.
    </p>
    <ul className="account-codes">
      {codes.map((code) => (
        <li key={code} className="account-code">
          {code}
        </li>
      ))}
    </ul>
    <div className="flex flex-wrap gap-3">
      <CopyCodesButton codes={codes} />
      <Button onClick={onSaved}>I&apos;ve saved them</Button>
    </div>
  </div>
);

function CopyCodesButton({ codes }: { readonly codes: readonly string[] }): JSX.Element {
  const [isCopied, setIsCopied] = useState(false);
  const handleClick = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setIsCopied(true);
    } catch {
      showToast({ title: "We couldn't copy the codes", description: 'Please write them down.', tone: 'destructive' }); // the browser may deny access
    }
  };
  return (
    <Button tone="secondary" onClick={() => void handleClick()}>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy codes'}</span>
    </Button>
  );
}
