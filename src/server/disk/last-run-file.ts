import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { LastRunNote } from '#server/ports/last-run-note.ts';
import { makePrivateFolder, privateMode } from './private-files.ts';

/** Keeps the note of the last run in a file of the data folder. */
export function lastRunFile(dataDir: string): LastRunNote {
  const file = join(dataDir, 'last-reconciliation.json');
  return {
    read: () => {
      const { success, data } = noteSchema.safeParse(parseFile(file));
      return success ? { ...data, startedAt: new Date(data.startedAt) } : undefined;
    },
    write: (run) => {
      makePrivateFolder(dataDir);
      const draft = `${file}.${randomBytes(6).toString('hex')}`; // several workers may write at the same time
      try {
        writeFileSync(draft, JSON.stringify(run), { mode: privateMode });
        renameSync(draft, file); // so that a crash leaves the old file or the new one
      } catch (error) {
        rmSync(draft, { force: true });
        throw error;
      }
    },
  };
}

const noteSchema = z.object({ installationId: z.string(), runId: z.string(), startedAt: z.iso.datetime() });

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // missing, or damaged
  }
}
