import { useEffect, useState } from 'react';

/** Whether the visitor has pressed anything yet: what only answers a deed is loaded then, and is there in time. */
export function useHasActed(): boolean {
  const [hasActed, setHasActed] = useState(false);
  useEffect(() => {
    const deed = new AbortController();
    const note = (): void => {
      setHasActed(true);
      deed.abort();
    };
    for (const kind of ['pointerdown', 'keydown']) {
      window.addEventListener(kind, note, { signal: deed.signal, passive: true });
    }
    return () => deed.abort();
  }, []);
  return hasActed;
}
