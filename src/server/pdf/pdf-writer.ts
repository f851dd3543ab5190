import { hash } from 'node:crypto';
import { createFileCache } from '#server/http/files/file-cache.ts';
import type { PdfDocument } from './documents/draw-document.ts';
import { createPdfThread, type PdfThread } from './pdf-thread.ts';

/** Writes PDFs in a worker thread, so that drawing one holds up no other request (decision 0096). */
export interface PdfWriter {
  /** For a request: `busy` when too many documents are waiting already. */
  writeNow(document: PdfDocument): Promise<PdfResult>;
  /** For a job: takes its place behind the waiting documents, however many there are. */
  write(document: PdfDocument): Promise<Buffer>;
  /** Ends the thread. Documents that are waiting are rejected. */
  close(): Promise<void>;
}

export type PdfResult = { readonly code: 'written'; readonly file: Buffer } | { readonly code: 'busy' };

interface PdfWriterOptions {
  readonly thread?: PdfThread;
  /** How many documents may be waiting for the thread, the one in progress included. */
  readonly waitingMax?: number;
  readonly cacheBytesMax?: number;
}

/** The same document is drawn once for all who ask for it at the same time, and again only after it has left the cache. */
export function createPdfWriter({
  thread = createPdfThread(),
  waitingMax = 100,
  cacheBytesMax = 8 * 1024 * 1024,
}: PdfWriterOptions = {}): PdfWriter {
  const cache = createFileCache(cacheBytesMax);
  const waiting = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  async function drawInTurn(key: string, document: PdfDocument): Promise<Buffer> {
    const turn = last.then(() => thread.draw(document));
    last = turn.catch(() => undefined); // each caller gets the error of the document it asked for
    try {
      const file = Buffer.from(await turn);
      cache.set(key, file);
      return file;
    } finally {
      waiting.delete(key);
    }
  }
  function writeOnce(key: string, document: PdfDocument): Promise<Buffer> {
    const drawing = waiting.get(key) ?? drawInTurn(key, document);
    waiting.set(key, drawing);
    return drawing;
  }
  return {
    writeNow: async (document) => {
      const key = keyOf(document);
      const file = cache.get(key);
      if (file) return { code: 'written', file };
      if (!waiting.has(key) && waiting.size >= waitingMax) return { code: 'busy' };
      return { code: 'written', file: await writeOnce(key, document) };
    },
    write: async (document) => {
      const key = keyOf(document);
      return cache.get(key) ?? writeOnce(key, document);
    },
    close: () => thread.end(),
  };
}

/** Depends on everything that the document says, so that a changed document never gets the old file. */
const keyOf = (document: PdfDocument): string => hash('sha256', JSON.stringify(document), 'base64url');
