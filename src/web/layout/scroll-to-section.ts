/** Brings a section of the page into view, smoothly unless less motion is wanted, and leads keyboard and reader there. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const wantsStillness = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: wantsStillness ? 'instant' : 'smooth' });
  moveFocusTo(section);
}

/** Gives focus to a part of the page that is no control, without scrolling. */
export function moveFocusTo(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
