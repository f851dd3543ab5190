import { useRef, type HTMLAttributes, type PointerEvent } from 'react';

/** A shorter swipe springs back (spec 9). */
const thresholdPx = 50;

/** Shorter movements are a shaky press, not a swipe. */
const jitterPx = 4;

type SwipeHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
>;

/** Returns handlers with which an element can be dragged to the right. Calls `onSwipe` when it was dragged far enough. */
export function useSwipe(onSwipe: () => void): SwipeHandlers {
  const startX = useRef<number>(undefined);
  const end = ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    startX.current = undefined;
    currentTarget.style.removeProperty('translate');
  };
  const distanceOf = ({ clientX }: PointerEvent<HTMLElement>): number =>
    startX.current === undefined ? 0 : Math.max(0, clientX - startX.current);
  return {
    onPointerDown: ({ button, clientX }) => {
      if (button === 0) startX.current = clientX;
    },
    onPointerMove: (event) => {
      const distance = distanceOf(event);
      if (distance <= jitterPx) return;
      event.currentTarget.setPointerCapture(event.pointerId); // the pointer may outrun the element
      event.currentTarget.style.setProperty('translate', `${distance}px`);
    },
    onPointerUp: (event) => {
      const distance = distanceOf(event);
      end(event);
      if (distance >= thresholdPx) onSwipe();
    },
    onPointerCancel: end,
  };
}
