import { useEffect, useState } from 'react';

/** After this long the browser has drawn the answer to the interaction, with which no script should compete. */
const answerMs = 500;

/** Whether the visitor pressed a key or pointer half a second ago or earlier. Scripts needed only after that are loaded then. */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    for (const kind of ['pointerdown', 'keydown']) {
      window.addEventListener(kind, () => setTimeout(setHasInteracted, answerMs, true), {
        signal: listening.signal,
        once: true,
        passive: true,
      });
    }
    return () => listening.abort();
  }, []);
  return hasInteracted;
}
