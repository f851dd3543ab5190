import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Moves focus to the first invalid field whenever a check has found problems. Returns a ref for the element that contains the
 * fields.
 */
export function useFocusOnProblems<Container extends HTMLElement>(problems: object): RefObject<Container | null> {
  const ref = useRef<Container>(null);
  useLayoutEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [problems]);
  return ref;
}
