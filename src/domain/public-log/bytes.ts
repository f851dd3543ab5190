/** Computes SHA-256. Node and browsers each have their own implementation. */
export type Sha256 = (bytes: Uint8Array) => Promise<Uint8Array>;

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Parses hexadecimal digits; undefined unless the text is exactly `length` bytes in lowercase digits. */
export function fromHex(text: string, length: number): Uint8Array | undefined {
  if (text.length !== length * 2 || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16));
}

/** Returns the bytes of a text of printable ASCII and line feeds; throws for any other text. */
export function asciiBytes(text: string): Uint8Array {
  if (!isPrintable(text)) throw new RangeError('the text is not printable ASCII');
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const isPrintable = (text: string): boolean => /^[\n\x20-\x7e]*$/.test(text);

export const asciiText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const isSameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index]);
