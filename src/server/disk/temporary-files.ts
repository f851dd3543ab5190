import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { TemporaryFile, TemporaryFiles } from '#server/ports/temporary-files.ts';
import { makePrivateFolder, privateMode } from './private-files.ts';

/** Temporary files in the data folder. */
export const temporaryFiles = (dataDir: string): TemporaryFiles => ({
  open: async () => {
    makePrivateFolder(dataDir);
    const path = join(dataDir, `temporary-${randomBytes(8).toString('hex')}`);
    const handle = await open(path, 'wx+', privateMode);
    await rm(path); // the system keeps the content until the handle is closed, even by a crash
    return withHandle(handle);
  },
});

function withHandle(handle: FileHandle): TemporaryFile {
  let size = 0;
  return {
    append: async (bytes) => {
      const position = size;
      size += bytes.length;
      for (let written = 0; written < bytes.length;)
        written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
      return position;
    },
    read: async (position, length) => {
      const bytes = Buffer.alloc(length);
      for (let read = 0; read < length;) {
        const { bytesRead } = await handle.read(bytes, read, length - read, position + read);
        if (bytesRead === 0) throw new RangeError('a temporary file is shorter than what was written to it');
        read += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}
