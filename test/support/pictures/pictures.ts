import { crc32, deflateSync } from 'node:zlib';

/** Creates a chunk of a PNG file, with its checksum. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32(content.length), typed, uint32(crc32(typed))]);
}

export interface PngParts {
  readonly width: number;
  readonly height: number;
  /** Chunks between the header and the pixels. */
  readonly chunks?: readonly Buffer[];
  /** Compressed pixels; by default all black. */
  readonly pixels?: Buffer;
}

/** Creates a PNG file with three bytes per pixel. It is assembled by hand, so that tests can make it invalid. */
export function pngFile({ width, height, chunks = [], pixels }: PngParts): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.of(8, 2, 0, 0, 0)]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', pixels ?? deflateSync(Buffer.alloc((width * 3 + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A valid picture. */
export const smallPicture = pngFile({ width: 4, height: 3 });
