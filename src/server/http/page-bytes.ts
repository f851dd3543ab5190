import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { entityTag } from './entity-tag.ts';
import type { PageSettings } from './page-settings.ts';
import { contentSecurityPolicy } from './security-headers.ts';

export type Encoding = 'br' | 'gzip';

/** A page as it is sent. */
export interface Page {
  /** Its content security policy. */
  readonly policy: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Compresses the page when an encoding is first needed, outside the main thread, and keeps the result. */
  readonly compressed: (encoding: Encoding) => Promise<Buffer>;
}

export function toPage(html: string, settings: PageSettings): Page {
  const plain = Buffer.from(html);
  const kept = new Map<Encoding, Promise<Buffer>>();
  return {
    policy: contentSecurityPolicy(settings, sheetHashes(html)),
    etag: entityTag(plain),
    plain,
    compressed: (encoding) => {
      const known = kept.get(encoding);
      if (known) return known;
      const bytes = compress[encoding](plain);
      kept.set(encoding, bytes);
      bytes.catch(() => kept.delete(encoding)); // the next request tries again
      return bytes;
    },
  };
}

/** Both encodings at their highest level: a page is compressed once and sent many times. */
const compress: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};

/** Hashes of a document's inline style sheets, for its security policy. */
const sheetHashes = (html: string): readonly string[] =>
  [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(
    ([, rules = '']) => `sha256-${createHash('sha256').update(rules).digest('base64')}`,
  );

/** The smallest encoding that the caller accepts. A weight of zero rules an encoding out. */
export function bestEncoding(accepted: string): Encoding | undefined {
  const encodings = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.replaceAll(' ', ''))
    .filter((part) => !/;q=0(\.0*)?$/.test(part))
    .map((part) => part.replace(/;.*$/, ''));
  if (encodings.includes('br')) return 'br';
  return encodings.includes('gzip') ? 'gzip' : undefined;
}
