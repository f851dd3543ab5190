import { useEffect, useState, type HTMLAttributes } from 'react';

/** Whether something that goes by itself should wait, and what its element needs to know it. */
export interface Pause {
  readonly isPaused: boolean;
  readonly pauses: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;
}

/** Waits while the visitor points at an element, has focus in it, or looks at another window. */
export function usePause(): Pause {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const leave = (): void => setIsAway(true);
    const comeBack = (): void => setIsAway(false);
    window.addEventListener('blur', leave);
    window.addEventListener('focus', comeBack);
    return () => {
      window.removeEventListener('blur', leave);
      window.removeEventListener('focus', comeBack);
    };
  }, []);
  return {
    isPaused: isPointedAt || hasFocus || isAway,
    pauses: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setHasFocus(true),
      onBlur: () => setHasFocus(false),
    },
  };
}
