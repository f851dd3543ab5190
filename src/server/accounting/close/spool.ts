import type { TemporaryFile, TemporaryFiles } from '#server/ports/temporary-files.ts';

/** Texts that are written to several files in any order, and then read file by file. Memory holds only the end of each file. */
export interface Spool {
  append(file: string, text: string): Promise<void>;
  read(file: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** The bytes of a file that wait in memory until they are written together. */
const heldBytesMax = 64 * 1024;

/** Creates a spool. All its files are in one temporary file, which is opened at the first write. */
export function createSpool(temporaryFiles: TemporaryFiles): Spool {
  const files = new Map<string, SpooledFile>();
  let opened: Promise<TemporaryFile> | undefined;
  const open = (): Promise<TemporaryFile> => (opened ??= temporaryFiles.open());
  return {
    append: async (name, text) => {
      const file = files.get(name) ?? { parts: [], held: [], heldBytes: 0 };
      files.set(name, file);
      const bytes = Buffer.from(text);
      file.held.push(bytes);
      file.heldBytes += bytes.length;
      if (file.heldBytes < heldBytesMax) return;
      const part = Buffer.concat(file.held);
      file.held = [];
      file.heldBytes = 0;
      file.parts.push({ position: await (await open()).append(part), length: part.length });
    },
    read: async function* (name) {
      const { parts, held } = files.get(name) ?? { parts: [], held: [] };
      for (const { position, length } of parts) yield (await open()).read(position, length);
      yield* held;
    },
    close: async () => (await opened)?.close(),
  };
}

interface SpooledFile {
  /** The positions of the parts written so far. */
  readonly parts: { readonly position: number; readonly length: number }[];
  held: Buffer[];
  heldBytes: number;
}
