import { useEffect, useState, type JSX } from 'react';
import { showToast } from '#web/ui/toast.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** How long the button says that the link was copied (spec 9). */
const confirmationMs = 2000;

/** Puts an address on the clipboard and says so for two seconds. */
export function CopyLinkButton({ url }: { url: string }): JSX.Element {
  const isHydrated = useIsHydrated();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const handleClick = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      showToast({ title: 'The link was not copied', description: url, tone: 'destructive' }); // browsers may refuse; then it can be read and typed
    }
  };
  return (
    <button
      type="button"
      className="share-link share-link-copy"
      disabled={!isHydrated}
      onClick={() => void handleClick()}
    >
      <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy link'}</span>
    </button>
  );
}
