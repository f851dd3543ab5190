import type sharpModule from 'sharp';
import { pictureSentences, pictureSize } from '#contract/admin/pictures.ts';
import { findEndOfPicture } from './end-of-picture.ts';

export type EncodedPicture = { readonly code: 'encoded'; readonly bytes: Buffer } | RefusedPicture;

export interface RefusedPicture {
  readonly code: 'invalid_picture';
  readonly sentence: string;
  /** What the decoder reported, for the log only. */
  readonly cause?: unknown;
}

/**
 * Decodes a PNG, JPEG or WebP file and encodes it as WebP in our size, upright and in sRGB, without metadata. Of an animated
 * file, it keeps the first frame. Runs off the main thread.
 */
export async function encodePicture(file: Buffer): Promise<EncodedPicture> {
  if (file.length === 0) return refused('empty');
  const end = findEndOfPicture(file);
  if (end.code !== 'ends') return refused(end.code === 'damaged' ? 'damaged' : 'wrongType');
  if (end.at < file.length) return refused('containsMore');
  const sharp = await loadSharp();
  const picture = sharp(file, { failOn: 'error', limitInputPixels: false });
  try {
    const { width, height } = await picture.metadata(); // reads the header only
    if (width * height > pixelsMax) return refused('tooManyPixels');
    const encoded = picture
      .autoOrient()
      .resize({ ...pictureSize, fit: 'cover' })
      .webp({ quality })
      .timeout(timeLimit);
    return { code: 'encoded', bytes: await encoded.toBuffer() };
  } catch (cause) {
    return { ...refused('damaged'), cause };
  }
}

const pixelsMax = 50_000_000;
const quality = 80;
const timeLimit = { seconds: 20 };

const refused = (sentence: keyof typeof pictureSentences): RefusedPicture => ({
  code: 'invalid_picture',
  sentence: pictureSentences[sentence],
});

/** Loaded for the first picture, so that a start does not wait for 18 MB of native code. */
const loadSharp = (): Promise<typeof sharpModule> => (loading ??= load());

let loading: Promise<typeof sharpModule> | undefined;

/** Switches off all decoders but three, so that no other format is ever decoded, whatever a file claims to be. */
async function load(): Promise<typeof sharpModule> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp;
}
