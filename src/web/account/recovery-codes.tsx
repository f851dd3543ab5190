import { useState, type JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Called when the donor has kept them. */
  readonly onKept: () => void;
}

/** The codes for a lost phone. This is the one time that anybody sees them. */
export const RecoveryCodes = ({ codes, onKept }: RecoveryCodesProps): JSX.Element => (
  <div role="group" aria-label="Recovery codes" className="grid gap-4">
    <p ref={takeFocus} tabIndex={-1} className="account-note">
      <strong>Two-step sign-in is on. Please keep these codes now.</strong> Each lets you in once if your phone is lost,
      and we cannot show them again.
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
      <Button onClick={onKept}>I have kept them</Button>
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
      showToast({ title: 'The codes were not copied', description: 'Please write them down.', tone: 'destructive' }); // browsers may refuse
    }
  };
  return (
    <Button tone="secondary" onClick={() => void handleClick()}>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy codes'}</span>
    </Button>
  );
}

const takeFocus = (element: HTMLElement | null): void => element?.focus();
