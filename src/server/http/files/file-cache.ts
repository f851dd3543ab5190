/** Files in memory. The least recently used ones make room for new ones. */
export interface FileCache {
  /** Undefined for a file that is not stored. */
  get(key: string): Buffer | undefined;
  set(key: string, file: Buffer): void;
}

/** `bytesMax` limits the sum of all files. A file that is larger than that is not stored. */
export function createFileCache(bytesMax: number): FileCache {
  const files = new Map<string, Buffer>(); // the least recently used first
  let bytes = 0;
  function remove(key: string): void {
    bytes -= files.get(key)?.length ?? 0;
    files.delete(key);
  }
  function add(key: string, file: Buffer): void {
    files.set(key, file);
    bytes += file.length;
  }
  return {
    get: (key) => {
      const file = files.get(key);
      if (!file) return undefined;
      remove(key);
      add(key, file);
      return file;
    },
    set: (key, file) => {
      remove(key);
      if (file.length > bytesMax) return; // it would only push out the others
      add(key, file);
      for (const oldest of files.keys()) {
        if (bytes <= bytesMax) break;
        remove(oldest);
      }
    },
  };
}
