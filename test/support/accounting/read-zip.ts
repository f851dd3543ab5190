import { crc32 } from 'node:zlib';
import { expect } from 'vitest';

/** The files of an archive by name. Reads it from its end, as programs do. */
export function readZip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let file = 0; file < archive.readUInt16LE(end + 10); file += 1) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    const size = archive.readUInt32LE(at + 24);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    expect(archive.toString('utf8', local + 30, local + 30 + nameLength)).toBe(name);
    const content = archive.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    expect(archive.readUInt32LE(at + 16)).toBe(crc32(content));
    expect(archive.readUInt32LE(local + 30 + nameLength + size + 4)).toBe(crc32(content));
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}
