import { useState, type JSX, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows a secret for the only time. */
export function SecretDialog({ title, label, secret, onClose, children }: SecretDialogProps): JSX.Element {
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied('yes');
    } catch {
      setCopied('no');
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <div className="form-fields">
        {children}
        <div className="form-field">
          <label htmlFor="new-secret">{label}</label>
          <input
            id="new-secret"
            className="form-control font-mono"
            readOnly
            value={secret}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <p role="status">{copied === undefined ? '' : copiedTexts[copied]}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="quiet" onClick={() => void copy()}>
            Copy
          </Button>
          <Button onClick={onClose}>I have copied it</Button>
        </div>
      </div>
    </Dialog>
  );
}

const copiedTexts = { yes: 'Copied.', no: 'Copying failed. Please select the text and copy it.' } as const;
