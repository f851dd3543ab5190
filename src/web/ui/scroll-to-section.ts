/** Scrolls to a section and focuses it; smoothly, unless the visitor prefers reduced motion. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: prefersReducedMotion ? 'instant' : 'smooth' });
  moveFocusTo(section);
}

/** Focuses an element that is not a control, without scrolling. */
export function moveFocusTo(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
