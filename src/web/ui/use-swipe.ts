import { useRef, type HTMLAttributes, type PointerEvent } from 'react';

/** A swipe of this many pixels to the right counts; a shorter one springs back (spec 9). */
const thresholdPx = 50;

/** A shorter way is the unsteadiness of a hand that presses. */
const unsteadinessPx = 4;

type SwipeHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
>;

/** Lets an element be moved to the right by the hand, and calls back when that was far enough. */
export function useSwipe(onSwipe: () => void): SwipeHandlers {
  const startX = useRef<number>(undefined);
  const end = ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    startX.current = undefined;
    currentTarget.style.removeProperty('translate');
  };
  const wayOf = ({ clientX }: PointerEvent<HTMLElement>): number =>
    startX.current === undefined ? 0 : Math.max(0, clientX - startX.current);
  return {
    onPointerDown: ({ button, clientX }) => {
      if (button === 0) startX.current = clientX;
    },
    onPointerMove: (event) => {
      const way = wayOf(event);
      if (way <= unsteadinessPx) return;
      event.currentTarget.setPointerCapture(event.pointerId); // the pointer may outrun the element
      event.currentTarget.style.setProperty('translate', `${way}px`);
    },
    onPointerUp: (event) => {
      const way = wayOf(event);
      end(event);
      if (way >= thresholdPx) onSwipe();
    },
    onPointerCancel: end,
  };
}
