import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from './table.ts';

/**
 * The state on disk: one file of JSON lines, each the changes of one transaction. A transaction is handed to the
 * operating system before anybody is answered, so a killed process loses nothing that was acknowledged.
 */
export interface Journal {
  readonly append: (changes: readonly Change[]) => void;
  /** Replaces the file, in one step, by the given changes: the state without its history. */
  readonly rewrite: (changes: Iterable<Change>) => void;
  readonly close: () => void;
}

/** Reads the transactions of a state file in order. A last line that a power cut left torn is passed over. */
export function* readJournal(path: string): Generator<readonly Change[]> {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  let start = 0;
  for (let end = bytes.indexOf(10, start); end !== -1; end = bytes.indexOf(10, start)) {
    yield JSON.parse(bytes.toString('utf8', start, end)) as readonly Change[];
    start = end + 1;
  }
}

/** Opens the journal for writing; the file is touched only by the first write. */
export function openJournal(path: string): Journal {
  let file: number | undefined;
  const openForAppend = (): number => {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'a', 0o600);
  };
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    append: (changes) => {
      file ??= openForAppend();
      writeWhole(file, `${JSON.stringify(changes)}\n`);
    },
    rewrite: (changes) => {
      close();
      mkdirSync(dirname(path), { recursive: true });
      const draft = `${path}.new`;
      const draftFile = openSync(draft, 'w', 0o600);
      for (const lines of inChunks(changes)) writeWhole(draftFile, lines);
      fsyncSync(draftFile);
      closeSync(draftFile);
      renameSync(draft, path);
    },
    close,
  };
}

/** Lines of about a megabyte together: one write per record would cost seconds when there are many. */
function* inChunks(changes: Iterable<Change>): Generator<string> {
  let lines = '';
  for (const change of changes) {
    lines += `${JSON.stringify([change])}\n`;
    if (lines.length < 1_000_000) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

/** A journal that keeps nothing, for tests that need no restart. */
export const noJournal: Journal = { append: () => {}, rewrite: () => {}, close: () => {} };
