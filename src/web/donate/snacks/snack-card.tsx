import { useRef, type JSX } from 'react';

interface SnackCardProps {
  readonly name: string;
  readonly price: string;
  readonly meals: string;
  readonly quantity: number;
  readonly onAdd: () => void;
}

/** One snack: a single button that adds it to the basket. Its badge shows the quantity. */
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

/** Bounces the picture once, unless the visitor prefers reduced motion. */
function bounceOnce(picture: Element | null): void {
  if (!picture || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  picture.animate([{ transform: 'none' }, { transform: 'translateY(-8%) scale(1.06)' }, { transform: 'none' }], {
    duration: 150,
    easing: 'ease-out',
  });
}

/** Path of a snack's picture; an unknown name gets the coffee's (spec 3). */
const snackPicture = (name: string): string => `/snacks/${pictures.get(name) ?? 'coffee'}.svg`;

const pictures: ReadonlyMap<string, string> = new Map([
  ['Coffee', 'coffee'],
  ['Candy Bar', 'candy-bar'],
  ['Smoothie', 'smoothie'],
  ['Chips', 'chips'],
  ['Salad', 'salad'],
  ['Pastry', 'pastry'],
  ['Energy Drink', 'smoothie'],
]);
