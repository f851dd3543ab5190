import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { smallPicture } from '#test/support/pictures/pictures.ts';
import { findEndOfPicture } from './end-of-picture.ts';

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } });
const files = {
  png: await picture().png({ progressive: true }).toBuffer(),
  jpeg: await picture()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Kindbite' } })
    .toBuffer(),
  progressiveJpeg: await picture().jpeg({ progressive: true }).toBuffer(),
  webp: await picture().webp().toBuffer(),
  losslessWebp: await picture().webp({ lossless: true }).toBuffer(),
};

describe.each(Object.entries(files))('the end of a picture (%s)', (_format, file) => {
  test('is the end of its file', () => {
    expect(findEndOfPicture(file)).toEqual({ code: 'ends', at: file.length });
  });

  test('does not move when something else is appended', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (more) => {
        fc.pre(more.some((byte) => byte !== 0) && more[0] !== 0xff && more[0] !== 0);
        expect(findEndOfPicture(Buffer.concat([file, more]))).toEqual({ code: 'ends', at: file.length });
      }),
    );
  });

  test('is not found in a file that was cut off', () => {
    const lengths = Array.from({ length: file.length }, (_none, length) => length);
    const ends = lengths.filter((length) => findEndOfPicture(file.subarray(0, length)).code === 'ends');
    expect(ends).toEqual([]);
  });
});

test('the end of a JPEG picture with previews after it is the end of the last one, with its padding', () => {
  const { jpeg, progressiveJpeg } = files;
  const file = Buffer.concat([jpeg, Buffer.alloc(5), progressiveJpeg, Buffer.alloc(7)]);
  expect(findEndOfPicture(file)).toEqual({ code: 'ends', at: file.length });
  const withText = Buffer.concat([file, Buffer.from('<script>')]);
  expect(findEndOfPicture(withText)).toEqual({ code: 'ends', at: jpeg.length + 5 + progressiveJpeg.length });
});

test('the end of any bytes is found, or they are refused, without an exception', () => {
  const starts = [Buffer.alloc(0), smallPicture.subarray(0, 8), files.jpeg.subarray(0, 4), files.webp.subarray(0, 12)];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      expect(['ends', 'damaged', 'unknown_format']).toContain(findEndOfPicture(Buffer.concat([start, rest])).code);
    }),
  );
});
