import { moveFocusTo } from '#web/layout/scroll-to-section.ts';

/** Leads keyboard and reader to the heading of a section when the control that they were at is gone. */
export function focusHeading(sectionId: string): void {
  const heading = document.getElementById(`${sectionId}-heading`);
  if (heading) moveFocusTo(heading);
}
