/** Scrolls to a section and focuses it; smoothly, unless the visitor prefers reduced motion. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: prefersReducedMotion ? 'instant' : 'smooth' });
  moveFocusTo(section);
}

/** Returns the history state for a navigation that scrolls to a section without a hash in the address. */
export const sectionState = (id: string) => ({ section: id });

/** Reads the section in a history state. */
export const readSection = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'section' in state && typeof state.section === 'string'
    ? state.section
    : undefined;

/** Focuses an element that is not a control, without scrolling. */
export function moveFocusTo(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
