import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './documents/draw-document.ts';

/** The thread that draws PDFs, one at a time. */
export interface PdfThread {
  /** Rejects when the document cannot be drawn. The caller waits for one document before the next. */
  draw(document: PdfDocument): Promise<Uint8Array>;
  /** Ends the thread. A document in progress is rejected. */
  end(): Promise<void>;
}

/** Without a limit, V8 lets the garbage of a hundred receipts grow to 300 MB before it collects any. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/**
 * The thread starts with the first document, because most processes never draw one: it takes about 100 MB of memory. An error
 * ends it, and the next document starts another.
 */
export function createPdfThread(): PdfThread {
  let worker: Worker | undefined;
  let drawing: PromiseWithResolvers<Uint8Array> | undefined;
  function start(): Worker {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), { execArgv: [], resourceLimits });
    const lose = (error: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      drawing?.reject(error);
    };
    started.on('message', (file: Uint8Array) => drawing?.resolve(file));
    started.on('error', lose);
    started.on('exit', () => lose(new Error('the thread that draws PDFs has ended')));
    return started;
  }
  return {
    draw: async (document) => {
      const current = (worker ??= start());
      drawing = Promise.withResolvers();
      current.ref();
      current.postMessage(document);
      try {
        return await drawing.promise;
      } finally {
        current.unref(); // an idle thread does not keep the process running
      }
    },
    end: async () => void (await worker?.terminate()),
  };
}
