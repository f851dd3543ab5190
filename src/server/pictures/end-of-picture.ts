/** The position at which the picture in a file ends, by the structure of its format. */
export type PictureEnd =
  | { readonly code: 'ends'; readonly at: number }
  | { readonly code: 'damaged' | 'unknown_format' };

/**
 * Finds the end of a PNG, JPEG or WebP picture, so that a file that is something else as well is refused. Does not check that
 * the picture can be decoded.
 */
export function findEndOfPicture(file: Buffer): PictureEnd {
  const format = formats.find(({ isFormat }) => isFormat(file));
  if (!format) return { code: 'unknown_format' };
  const at = format.findEnd(file);
  return at === undefined || at > file.length ? { code: 'damaged' } : { code: 'ends', at };
}

interface Format {
  readonly isFormat: (file: Buffer) => boolean;
  /** Undefined, or beyond the end of the file, if the picture is not complete. */
  readonly findEnd: (file: Buffer) => number | undefined;
}

const textAt = (file: Buffer, start: number, length: number): string => file.toString('latin1', start, start + length);

/** Chunks, each a length, a type, content and a checksum. The last one is `IEND` (https://www.w3.org/TR/png-3/). */
const png: Format = {
  isFormat: (file) => textAt(file, 0, 8) === '\x89PNG\r\n\x1a\n',
  findEnd: (file) => {
    let at = 8;
    while (at + 8 <= file.length) {
      const type = textAt(file, at + 4, 4);
      at += file.readUInt32BE(at) + 12;
      if (type === 'IEND') return at;
    }
    return undefined;
  },
};

/** A RIFF container, which begins with its length (RFC 9649). */
const webp: Format = {
  isFormat: (file) => textAt(file, 0, 4) === 'RIFF' && textAt(file, 8, 4) === 'WEBP',
  findEnd: (file) => file.readUInt32LE(4) + 8,
};

/**
 * Segments, each a marker, a length and content; compressed data without a length follows a start of scan (ITU-T T.81, annex
 * B). Phones and cameras put further JPEG pictures after the first, such as a preview (CIPA DC-007), with zeros between them.
 */
const jpeg: Format = {
  isFormat: (file) => file.length >= 3 && file.readUIntBE(0, 3) === 0xffd8ff,
  findEnd: (file) => {
    let end = findEndOfJpeg(file, 0);
    while (end !== undefined && end < file.length) {
      const next = skipZeros(file, end);
      if (next + 2 > file.length || file.readUInt16BE(next) !== 0xffd8) return next === file.length ? next : end;
      end = findEndOfJpeg(file, next);
    }
    return end;
  },
};

function findEndOfJpeg(file: Buffer, start: number): number | undefined {
  let at = start + 2;
  while (at + 2 <= file.length) {
    const marker = file.readUInt16BE(at);
    if (marker === 0xffd9) return at + 2; // end of image
    if (marker < 0xff00 || at + 4 > file.length) return undefined;
    if (marker === 0xffff) at += 1; // a marker may begin with any number of these
    else at += 2 + file.readUInt16BE(at + 2);
    if (marker === startOfScan) at = findNextMarker(file, at);
  }
  return undefined;
}

const startOfScan = 0xffda;

/** Skips compressed data, in which `FF` is followed by a zero or is a restart marker. */
function findNextMarker(file: Buffer, start: number): number {
  let at = file.indexOf(0xff, start);
  while (at !== -1 && isInData(file[at + 1] ?? 0)) at = file.indexOf(0xff, at + 2);
  return at === -1 ? file.length : at;
}

const isInData = (code: number): boolean => code === 0 || (code >= 0xd0 && code <= 0xd7);

function skipZeros(file: Buffer, start: number): number {
  let at = start;
  while (file[at] === 0) at += 1;
  return at;
}

const formats: readonly Format[] = [png, jpeg, webp];
