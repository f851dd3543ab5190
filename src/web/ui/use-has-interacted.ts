import { useEffect, useState } from 'react';

/** Whether the visitor has pressed a key or pointer yet. Scripts needed only after that are loaded then. */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const handleInteraction = (): void => {
      setHasInteracted(true);
      listening.abort();
    };
    for (const kind of ['pointerdown', 'keydown']) {
      window.addEventListener(kind, handleInteraction, { signal: listening.signal, passive: true });
    }
    return () => listening.abort();
  }, []);
  return hasInteracted;
}
