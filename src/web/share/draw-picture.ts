import { brandColors } from '#domain/brand-colors.ts';
import { filePrefixOf } from '#domain/words/name-forms.ts';
import { siteName } from '#web/page-settings.ts';
import type { PictureTexts } from './picture-texts.ts';

/** The size that social networks show in full, in pixels. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Draws the picture after its font and art are loaded. Returns the picture as a PNG file. */
export async function drawPicture(canvas: HTMLCanvasElement, texts: PictureTexts): Promise<File> {
  const [bowl, mark] = await Promise.all([loadImage('/art/bowl.svg'), loadImage('/favicon.svg'), loadFont(texts)]);
  Object.assign(canvas, pictureSize);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  drawGround(context);
  context.drawImage(bowl, 690, 150, 440, 330);
  context.drawImage(mark, left, 66, 76, 76);
  drawTexts(context, texts);
  return toFile(canvas);
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Loads the font, which a page has loaded only if it shows these characters. Otherwise the picture uses the system's font. */
async function loadFont(texts: PictureTexts): Promise<void> {
  await document.fonts.load(fontOf(40), siteName() + Object.values(texts).join('')).catch(() => []);
}

const fontOf = (size: number): string => `800 ${size}px "Nunito Variable", system-ui, sans-serif`;

/** The left edge of texts, and their greatest width, which ends at the bowl. */
const left = 72;
const widthMax = 560;

function drawGround(context: CanvasRenderingContext2D): void {
  context.fillStyle = brandColors.tint;
  context.fillRect(0, 0, pictureSize.width, pictureSize.height);
  drawEllipse(context, brandColors.tintStrong, { x: 910, y: 300, across: 250, down: 230 });
  drawEllipse(context, brandColors.cream, { x: 910, y: 478, across: 270, down: 48 });
}

interface Ellipse {
  readonly x: number;
  readonly y: number;
  /** The horizontal radius. */
  readonly across: number;
  /** The vertical radius. */
  readonly down: number;
}

function drawEllipse(context: CanvasRenderingContext2D, color: string, { x, y, across, down }: Ellipse): void {
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.fill();
}

function drawTexts(context: CanvasRenderingContext2D, { meals, gifts, tagline, address }: PictureTexts): void {
  drawText(context, siteName(), { y: 124, size: 56, color: brandColors.onBrand, x: left + 96 });
  drawText(context, meals, { y: 318, size: 128, color: brandColors.brandStrong });
  drawText(context, gifts, { y: 388, size: 40, color: brandColors.onBrand });
  drawText(context, tagline, { y: 508, size: 36, color: brandColors.leaf });
  drawText(context, address, { y: 558, size: 30, color: brandColors.muted });
}

interface TextStyle {
  /** The baseline. */
  readonly y: number;
  readonly x?: number;
  readonly size: number;
  readonly color: string;
}

/** Draws text on one line, in a smaller size if it would be too wide. */
function drawText(context: CanvasRenderingContext2D, text: string, { x = left, y, size, color }: TextStyle): void {
  context.font = fontOf(size);
  const { width } = context.measureText(text);
  if (width > widthMax) context.font = fontOf(Math.floor((size * widthMax) / width));
  context.fillStyle = color;
  context.fillText(text, x, y);
}

const toFile = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], fileName, { type: blob.type }));
      else reject(new Error('The picture could not be written'));
    }, 'image/png');
  });

const fileName = `${filePrefixOf(siteName())}-impact.png`;
