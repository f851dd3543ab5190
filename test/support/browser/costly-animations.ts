import type { Page } from 'playwright-core';

export interface FoundAnimations {
  /** Tag names of the elements that are animated. */
  readonly animated: readonly string[];
  readonly faults: readonly string[];
}

/**
 * Presses the first element that a selector finds, and examines the animations that start. Three kinds are faults: those that
 * the browser cannot leave to the compositor (all but opacity and transform), those that begin and end with a layout because
 * the element otherwise has no transform, and those inside a filter or mask, because each frame would draw it again.
 */
export const findCostlyAnimations = (page: Page, selector: string): Promise<FoundAnimations> =>
  page.evaluate(async (pressed) => {
    for (const animation of document.getAnimations()) animation.finish();
    document.querySelector<HTMLElement>(pressed)?.click();
    await new Promise(requestAnimationFrame);
    const animated: string[] = [];
    const faults: string[] = [];
    const cheapProperties = new Set(['opacity', 'transform', 'offset', 'computedOffset', 'easing', 'composite']);
    for (const animation of document.getAnimations()) {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || !effect.target || animation instanceof CSSTransition) continue;
      const { target } = effect;
      const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
      animated.push(target.tagName);
      faults.push(
        ...names.filter((name) => !cheapProperties.has(name)).map((name) => `${target.tagName} animates ${name}`),
      );
      animation.cancel();
      if (names.includes('transform') && getComputedStyle(target).transform === 'none') {
        faults.push(`${target.tagName} has no transform before and after its animation`);
      }
      for (let ancestor = target.parentElement; ancestor; ancestor = ancestor.parentElement) {
        const { filter, maskImage } = getComputedStyle(ancestor);
        if (filter !== 'none') faults.push(`${target.tagName} is inside the filter of ${ancestor.tagName}`);
        if (maskImage !== 'none') faults.push(`${target.tagName} is inside the mask of ${ancestor.tagName}`);
      }
    }
    return { animated, faults };
  }, selector);
