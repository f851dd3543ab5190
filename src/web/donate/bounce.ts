const bounceMs = 150;

/** Lets a picture bounce once, as an answer to the hand. Keeps still for people who asked for less motion. */
export function bounceOnce(picture: Element | null): void {
  if (!picture || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  picture.animate([{ transform: 'none' }, { transform: 'translateY(-8%) scale(1.06)' }, { transform: 'none' }], {
    duration: bounceMs,
    easing: 'ease-out',
  });
}
