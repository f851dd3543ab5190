import { crc32 } from 'node:zlib';
import { expect } from 'vitest';

/** Reads the files of an archive by name, starting at the directory at its end, as other programs do. */
export function readZip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let offset = archive.readUInt32LE(end + 16);
  for (let file = 0; file < archive.readUInt16LE(end + 10); file += 1) {
    expect(archive.readUInt32LE(offset)).toBe(0x02014b50);
    const nameLength = archive.readUInt16LE(offset + 28);
    const size = archive.readUInt32LE(offset + 24);
    const local = archive.readUInt32LE(offset + 42);
    const name = archive.toString('utf8', offset + 46, offset + 46 + nameLength);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    expect(archive.toString('utf8', local + 30, local + 30 + nameLength)).toBe(name);
    const content = archive.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    expect(archive.readUInt32LE(offset + 16)).toBe(crc32(content));
    expect(archive.readUInt32LE(local + 30 + nameLength + size + 4)).toBe(crc32(content));
    files.set(name, content.toString());
    offset += 46 + nameLength;
  }
  expect(offset).toBe(end);
  return files;
}
