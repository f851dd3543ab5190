import type { Page } from 'playwright-core';

/** One event of a press, as the browser's Event Timing reports it. */
export interface TimedEvent {
  readonly name: string;
  /** The time from the input to the next frame on screen, rounded to a multiple of 8. */
  readonly durationMs: number;
  /** The time from the input to the first handler. */
  readonly delayMs: number;
  readonly handlersMs: number;
}

/** The events that a page records. */
export interface PageRecord {
  /** Events since the record was last taken. */
  readonly events: readonly TimedEvent[];
  /** Interactions that the browser has counted since the page was opened. */
  readonly interactions: number;
  /** The time from the beginning of the navigation until the page was usable. */
  readonly usableAfterMs: number | undefined;
}

/** A page prints this when it is usable. Polling the page would slow it down. */
export const usableMessage = 'The page is usable';

/** Makes a page record its events from the next navigation on, and the time when an element first matches `usable`. */
export const watchPage = (page: Page, usable: string): Promise<unknown> =>
  page.addInitScript(recordPage, { usable, usableMessage });

/** Reads the page's record, and clears its events. */
export const takeRecord = (page: Page): Promise<PageRecord> =>
  page.evaluate(() => {
    const record = Reflect.get(window, 'pageRecord') as { events: TimedEvent[]; usableAfterMs?: number };
    return {
      events: record.events.splice(0),
      interactions: performance.interactionCount,
      usableAfterMs: record.usableAfterMs,
    };
  });

/** Runs in the page, before its own scripts. */
function recordPage(given: { readonly usable: string; readonly usableMessage: string }): void {
  const record: { events: TimedEvent[]; usableAfterMs?: number } = { events: [] };
  Object.assign(window, { pageRecord: record });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue;
      const { name, duration: durationMs, startTime, processingStart, processingEnd } = entry;
      const [delayMs, handlersMs] = [processingStart - startTime, processingEnd - processingStart];
      record.events.push({ name, durationMs, delayMs, handlersMs });
    }
  }).observe(Object.assign({ type: 'event', buffered: true }, { durationThreshold: 16 }));
  const observer = new MutationObserver(() => {
    if (!document.querySelector(given.usable)) return;
    record.usableAfterMs = performance.now();
    observer.disconnect();
    console.debug(given.usableMessage);
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}
