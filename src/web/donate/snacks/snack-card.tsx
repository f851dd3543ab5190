import { useRef, type JSX } from 'react';
import { SnackFace, type SnackFaceProps } from '#web/ui/snacks/snack-face.tsx';

interface SnackCardProps extends Omit<SnackFaceProps, 'pictureRef'> {
  readonly quantity: number;
  readonly onAdd: () => void;
}

/** One snack: a single button that adds it to the basket. Its badge shows the quantity. */
export function SnackCard({ quantity, onAdd, ...face }: SnackCardProps): JSX.Element {
  const picture = useRef<HTMLImageElement>(null);
  const handleClick = (): void => {
    bounceOnce(picture.current);
    onAdd();
  };
  return (
    <button type="button" onClick={handleClick} className="snack-card" data-chosen={quantity > 0}>
      <SnackFace {...face} pictureRef={picture} />
      {quantity > 0 && (
        <span className="snack-card-badge" key={quantity}>
          <span className="sr-only">in your donation: </span>
          <span>{quantity}</span>
        </span>
      )}
    </button>
  );
}

/** Bounces the picture once, unless the visitor prefers reduced motion. */
function bounceOnce(picture: Element | null): void {
  if (!picture || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  picture.animate([{ transform: 'none' }, { transform: 'translateY(-8%) scale(1.06)' }, { transform: 'none' }], {
    duration: 150,
    easing: 'ease-out',
  });
}
