import { useEffect, useState, type JSX } from 'react';
import { showToast } from '#web/ui/toast/toast.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

const confirmationMs = 2000; // spec 9

/** Copies an address, and shows Copied! for two seconds. */
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
      showToast({ title: "We couldn't copy the link", description: url, tone: 'destructive' }); // browsers may refuse; the visitor can still read the address
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
