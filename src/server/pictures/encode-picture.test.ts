import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureSentences } from '#contract/admin/pictures.ts';
import { pngChunk, pngFile, smallPicture } from '#test/support/pictures/pictures.ts';
import { encodePicture } from './encode-picture.ts';

const plain = (background: string, { width, height } = { width: 800, height: 600 }): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** Left half red, right half blue. */
const redAndBlue = (): Sharp =>
  plain('red').composite([
    { input: { create: { width: 400, height: 600, channels: 3, background: 'blue' } }, left: 400, top: 0 },
  ]);

async function encode(file: Buffer): Promise<Buffer> {
  const encoded = await encodePicture(file);
  if (encoded.code !== 'encoded') throw new Error(encoded.sentence);
  return encoded.bytes;
}

/** Returns which color a pixel of a picture mostly has. */
async function colorAt(picture: Buffer, left: number, top: number): Promise<'red' | 'blue'> {
  const [red = 0, , blue = 0] = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return red > blue ? 'red' : 'blue';
}

const gps = { GPSLatitudeRef: 'N', GPSLatitude: '45/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '73/1 33/1 0/1' };

describe('a picture', () => {
  test.each<[string, () => Sharp]>([
    ['PNG', () => plain('teal').png()],
    ['PNG with transparency and 16 bits', () => plain('teal').ensureAlpha(0.5).toColourspace('rgb16').png()],
    ['gray PNG', () => plain('teal').toColourspace('b-w').png()],
    ['interlaced PNG', () => plain('teal').png({ progressive: true })],
    ['JPEG', () => plain('teal').jpeg()],
    ['JPEG in CMYK', () => plain('teal').toColourspace('cmyk').jpeg()],
    ['progressive JPEG', () => plain('teal').jpeg({ progressive: true })],
    ['WebP', () => plain('teal').webp()],
    ['narrow WebP', () => plain('teal', { width: 3, height: 900 }).webp({ lossless: true })],
  ])('%s becomes a WebP file in our size', async (_format, made) => {
    const { format, width, height, space, pages = 1 } = await sharp(await encode(await made().toBuffer())).metadata();
    expect({ format, width, height, space, pages }).toEqual({
      format: 'webp',
      width: 480,
      height: 360,
      space: 'srgb',
      pages: 1,
    });
  });

  test('is cut to our shape around its middle', async () => {
    const wide = plain('red', { width: 900, height: 300 }).composite([
      { input: { create: { width: 100, height: 300, channels: 3, background: 'blue' } }, left: 400, top: 0 },
    ]);
    const picture = await encode(await wide.png().toBuffer());
    expect([await colorAt(picture, 240, 180), await colorAt(picture, 5, 180)]).toEqual(['blue', 'red']);
  });

  test('is turned upright as its camera says, and loses everything that the camera wrote', async () => {
    const photo = await redAndBlue()
      .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' }, IFD3: gps })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><script/></x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const sent = await sharp(photo).metadata();
    expect([sent.orientation, sent.exif, sent.icc, sent.xmp].includes(undefined)).toBe(false);
    const picture = await encode(photo);
    const { orientation, exif, icc, xmp, iptc, comments } = await sharp(picture).metadata();
    expect({ orientation, exif, icc, xmp, iptc, comments }).toEqual({});
    expect(picture.includes('script')).toBe(false);
    expect([await colorAt(picture, 240, 20), await colorAt(picture, 240, 340)]).toEqual(['red', 'blue']); // turned to the right
  });

  test('loses the comments of its format, and scripts in them', async () => {
    const text = Buffer.from('Comment\0<script>alert(1)</script>');
    const picture = await encode(pngFile({ width: 8, height: 6, chunks: [pngChunk('tEXt', text)] }));
    expect(picture.includes('script')).toBe(false);
  });

  test('that is animated becomes its first frame', async () => {
    const frames = await Promise.all(['red', 'blue'].map((color) => plain(color).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const picture = await encode(animation);
    expect((await sharp(picture).metadata()).pages).toBeUndefined();
    expect(await colorAt(picture, 240, 180)).toBe('red');
  });

  test('has the same bytes each time', async () => {
    expect(await encode(smallPicture)).toEqual(await encode(smallPicture));
  });
});

describe('a picture is refused', () => {
  const header = { width: 60_000, height: 60_000, pixels: Buffer.alloc(0) };
  test.each<[string, Buffer, string]>([
    ['with more pixels than allowed, by its header alone', pngFile(header), pictureSentences.tooManyPixels],
    ['with a size that no decoder accepts', pngFile({ ...header, width: 2 ** 31 - 1 }), pictureSentences.damaged],
    ['without pixels', pngFile({ width: 40, height: 30, pixels: Buffer.alloc(0) }), pictureSentences.damaged],
    ['with a broken checksum', brokenChecksum(), pictureSentences.damaged],
  ])('%s', async (_what, file, sentence) => {
    expect(await encodePicture(file)).toMatchObject({ code: 'invalid_picture', sentence });
  });

  test.each(['png', 'jpeg', 'webp'] as const)('when half of it is missing (%s)', async (format) => {
    const file = await redAndBlue()[format]().toBuffer();
    const half = file.subarray(0, file.length / 2);
    expect(await encodePicture(half)).toMatchObject({ sentence: pictureSentences.damaged });
  });
});

function brokenChecksum(): Buffer {
  const file = Buffer.from(smallPicture);
  const at = file.indexOf('IDAT') + 6;
  file[at] = ~(file[at] ?? 0) & 0xff;
  return file;
}
