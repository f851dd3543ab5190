import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Not pages: the server adds notices to them and compresses them itself. */
const compressible = /\.(?:js|css|svg|txt|json|xml|webmanifest)$/;

/** Writes a Brotli and a gzip copy beside every file that compression makes smaller. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    compressible.test(file),
  )) {
    const path = join(folder, name);
    const content = readFileSync(path);
    const brotli = brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    });
    if (brotli.length >= content.length) continue;
    writeFileSync(`${path}.br`, brotli);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
