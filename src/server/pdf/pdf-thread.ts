import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './documents/draw-document.ts';

/** The thread that draws PDFs, one at a time. */
export interface PdfThread {
  /** Rejects when the document cannot be drawn, or takes too long. The caller must wait for one document before the next. */
  draw(document: PdfDocument): Promise<Uint8Array>;
  /** Ends the thread for good. A document in progress is rejected, and so are later ones. */
  end(): Promise<void>;
}

/** Without a limit, V8 lets the garbage of a hundred receipts grow to 300 MB before it collects any. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** A source, or a file of the built server. */
const workerFile = new URL(`./pdf-worker${extname(import.meta.filename)}`, import.meta.url);

/** A document takes about 20 ms. One that takes this long will never be finished. */
const drawingMaxMs = 30_000;

/**
 * The thread starts with the first document, because it takes about 100 MB of memory and most processes never draw one. An
 * error ends it, and so does a document that takes too long; the next document starts another thread.
 */
export function createPdfThread(): PdfThread {
  let worker: Worker | undefined;
  let drawing: PromiseWithResolvers<Uint8Array> | undefined;
  let isEnded = false;
  function start(): Worker {
    const started = new Worker(workerFile, { execArgv: [], resourceLimits });
    started.on('message', (file: Uint8Array) => void (worker === started && drawing?.resolve(file)));
    started.on('error', (error: Error) => lose(started, error));
    started.on('exit', () => lose(started, threadEnded()));
    return started;
  }
  function lose(lost: Worker, error: Error): void {
    if (worker !== lost) return;
    worker = undefined;
    drawing?.reject(error);
  }
  return {
    draw: async (document) => {
      if (isEnded) throw threadEnded();
      const current = (worker ??= start());
      drawing = Promise.withResolvers();
      current.ref();
      current.postMessage(document);
      const limit = setTimeout(() => {
        lose(current, new Error(`a PDF was not drawn within ${drawingMaxMs} ms`));
        void current.terminate();
      }, drawingMaxMs);
      try {
        return await drawing.promise;
      } finally {
        clearTimeout(limit);
        current.unref(); // an idle thread does not keep the process running
      }
    },
    end: async () => {
      isEnded = true;
      await worker?.terminate();
    },
  };
}

const threadEnded = (): Error => new Error('the thread that draws PDFs has ended');
