import { useSyncExternalStore } from 'react';

/** The dialog that is open, else the body. What stands outside of an open dialog lies below it and cannot be reached. */
export const useTopLayer = (): HTMLElement => useSyncExternalStore(subscribe, findTop);

const findTop = (): HTMLElement => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
