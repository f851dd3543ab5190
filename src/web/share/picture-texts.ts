import { brand } from '#domain/brand.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { siteName } from '#web/page-settings.ts';

/** The figures in a donor's picture. */
export interface PictureFigures {
  readonly totalMeals: number;
  readonly donationsCount: number;
  readonly charitiesSupported: number;
}

/** The texts of a picture besides the name of the product. They contain no names of donors and no amounts of money. */
export interface PictureTexts {
  readonly meals: string;
  readonly gifts: string;
  readonly tagline: string;
  /** The product's address, as one would type it. */
  readonly address: string;
}

export const pictureTexts = (figures: PictureFigures, publicUrl: string): PictureTexts => ({
  meals: formatCountOf(figures.totalMeals, 'meal'),
  gifts: `from ${formatCountOf(figures.donationsCount, 'donation')} to ${charitiesOf(figures.charitiesSupported)}`,
  tagline: brand.tagline,
  address: new URL(publicUrl).host,
});

const charitiesOf = (count: number): string => (count === 1 ? '1 charity' : `${count} charities`);

/** Describes the picture in words. */
export const describePicture = ({ meals, gifts, tagline, address }: PictureTexts): string =>
  `A bowl of food beside the words: ${siteName()}. ${meals} ${gifts}. ${tagline} ${address}`;
