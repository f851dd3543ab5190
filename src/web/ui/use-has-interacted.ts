import { useEffect, useState } from 'react';

/** After this time, the browser has drawn its response to the interaction, and scripts no longer compete with that. */
const responseMs = 500;

/** Returns true if the visitor pressed a key or pointer at least half a second ago. Scripts needed only afterward load then. */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    for (const kind of ['pointerdown', 'keydown']) {
      window.addEventListener(kind, () => setTimeout(setHasInteracted, responseMs, true), {
        signal: listening.signal,
        once: true,
        passive: true,
      });
    }
    return () => listening.abort();
  }, []);
  return hasInteracted;
}
