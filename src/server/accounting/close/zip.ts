import { crc32 } from 'node:zlib';

/** A file of an archive. Its content is read when it is written. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: () => AsyncIterable<string | Buffer>;
}

/**
 * Writes a ZIP archive, piece by piece. Files are not compressed, because the output of a compressor can change with its version.
 * The size and checksum of a file follow its content, so that the content is read only once. All files have the same date, the
 * earliest that ZIP can store.
 */
export async function* writeZip(files: readonly ArchivedFile[]): AsyncGenerator<Buffer> {
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const start = offset;
    const head = Buffer.concat([signature(localHeader), fields(name, { checksum: 0, size: 0 }), Buffer.from(name)]);
    yield head;
    offset += head.length;
    let sum: Sum = { checksum: 0, size: 0 };
    for await (const piece of content()) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      sum = { checksum: crc32(bytes, sum.checksum), size: sum.size + bytes.length };
      yield bytes;
    }
    offset += sum.size;
    const tail = Buffer.concat([signature(descriptor), numbers(sum.checksum, sum.size, sum.size)]);
    yield tail;
    offset += tail.length;
    if (offset > offsetMax) throw new RangeError('the archive is too large');
    entries.push(directoryEntry(name, sum, start));
  }
  yield Buffer.concat([...entries, directoryEnd(entries, offset)]);
}

interface Sum {
  readonly checksum: number;
  readonly size: number;
}

/** Signatures from PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16. */
const localHeader = 0x04034b50;
const descriptor = 0x08074b50;
const centralHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;
const version = 20; // 2.0
const flags = 0x0808; // the sizes follow the content, names are UTF-8
const stored = 0;
const midnight = 0;
const firstDay = 0x0021; // January 1, 1980
const offsetMax = 0xffff_ffff; // more needs ZIP64

/** Returns the fields about a file that are the same in its local header and in the directory. */
const fields = (name: string, { checksum, size }: Sum): Buffer =>
  Buffer.concat([
    shorts(version, flags, stored, midnight, firstDay),
    numbers(checksum, size, size),
    shorts(Buffer.byteLength(name), 0),
  ]);

function directoryEntry(name: string, sum: Sum, start: number): Buffer {
  const noCommentOrAttributes = Buffer.concat([shorts(0, 0, 0), numbers(0, start)]);
  return Buffer.concat([
    signature(centralHeader),
    shorts(version),
    fields(name, sum),
    noCommentOrAttributes,
    Buffer.from(name),
  ]);
}

function directoryEnd(entries: readonly Buffer[], start: number): Buffer {
  const size = entries.reduce((bytes, entry) => bytes + entry.length, 0);
  return Buffer.concat([
    signature(endOfDirectory),
    shorts(0, 0, entries.length, entries.length),
    numbers(size, start),
    shorts(0),
  ]);
}

const signature = (value: number): Buffer => numbers(value);

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
};

const shorts = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
};
