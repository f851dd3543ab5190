import './snack-grid.css';
import type { JSX, Ref } from 'react';
import { snackPicture } from './snack-picture.ts';

export interface SnackFaceProps {
  readonly name: string;
  /** Path of an uploaded picture. */
  readonly picture: string | undefined;
  readonly price: string;
  readonly meals: string;
  readonly pictureRef?: Ref<HTMLImageElement>;
}

/** The content of a snack card: picture, name, price and meals. */
export const SnackFace = ({ name, picture, price, meals, pictureRef }: SnackFaceProps): JSX.Element => (
  <>
    <img
      ref={pictureRef}
      src={picture ?? snackPicture(name)}
      alt=""
      width={240}
      height={180}
      loading="lazy"
      className="snack-card-picture"
    />
    <span className="snack-card-name">{name}</span>
    <span className="snack-card-price">{price}</span>
    <span className="snack-card-meals">{meals}</span>
  </>
);
