import { useRef, type JSX } from 'react';
import { bounceOnce } from './bounce.ts';
import { snackPicture } from './snack-picture.ts';

interface SnackCardProps {
  readonly name: string;
  readonly price: string;
  readonly meals: string;
  readonly quantity: number;
  readonly onAdd: () => void;
}

/** One snack: a single button that adds it to the gift. Its badge says how often it is there. */
export function SnackCard({ name, price, meals, quantity, onAdd }: SnackCardProps): JSX.Element {
  const picture = useRef<HTMLImageElement>(null);
  const handleClick = (): void => {
    bounceOnce(picture.current);
    onAdd();
  };
  return (
    <button type="button" onClick={handleClick} className="snack-card" data-chosen={quantity > 0}>
      <img
        ref={picture}
        src={snackPicture(name)}
        alt=""
        width={240}
        height={180}
        loading="lazy"
        className="snack-card-picture"
      />
      <span className="snack-card-name">{name}</span>
      <span className="snack-card-price">{price}</span>
      <span className="snack-card-meals">{meals}</span>
      {quantity > 0 && (
        <span className="snack-card-badge" key={quantity}>
          <span className="sr-only">in your donation: </span>
          <span>{quantity}</span>
        </span>
      )}
    </button>
  );
}
