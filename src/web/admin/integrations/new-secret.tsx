import { useState, type JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';

interface NewSecretProps {
  readonly label: string;
  readonly secret: string;
  /** Says what the secret is for, and that it is shown only now. */
  readonly text: string;
  /** The id of the section's heading, which gets the focus when the secret is removed. */
  readonly headingId: string;
  readonly onCopied: () => void;
}

/** Shows a secret once, in place of its section's content. Only the button that confirms the copy removes it. */
export function NewSecret({ label, secret, text, headingId, onCopied }: NewSecretProps): JSX.Element {
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied('yes');
    } catch {
      setCopied('no');
    }
  };
  const finish = (): void => {
    const heading = document.getElementById(headingId);
    if (heading) moveFocusTo(heading);
    onCopied();
  };
  return (
    <div className="form-fields rounded-xl bg-tint p-4">
      <p id="new-secret-text">{text}</p>
      <div className="form-field">
        <label htmlFor="new-secret">{label}</label>
        <input
          id="new-secret"
          ref={takeFocus}
          aria-describedby="new-secret-text"
          className="form-control font-mono"
          readOnly
          value={secret}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <p role="status">{copied === undefined ? '' : copiedTexts[copied]}</p>
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={finish}>I have copied it</Button>
      </div>
    </div>
  );
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

const copiedTexts = { yes: 'Copied.', no: 'Copying failed. Please select the text and copy it.' } as const;
