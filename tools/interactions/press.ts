import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { takeRecord, type TimedEvent } from './watch-page.ts';

export type PressKind = 'first snack' | 'snack' | 'quantity' | 'frequency' | 'currency' | 'menu' | 'bare page';

/** One press and the work that followed it. */
export interface Press {
  readonly kind: PressKind;
  /** The time from the input to the next frame, for the slowest event. Events below 16 ms are not reported and count as 8. */
  readonly durationMs: number;
  /** The time from the input to the first handler, for the same event. */
  readonly delayMs: number;
  readonly handlersMs: number;
  readonly drawingMs: number;
  /** Layouts until the page was still again. */
  readonly layouts: number;
  /** Main thread time until the page was still again. */
  readonly mainThreadMs: number;
}

/** A page, and the session that presses its elements. */
export interface DrivenPage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly hasTouch: boolean;
}

/** The time for which a finger or mouse button stays down. */
const heldMs = 60;

/** After this time every animation that follows a press has ended, even on a slow main thread. */
const settleMs = 600;

/** Presses the middle of an element with mouse or finger. */
export async function press(driven: DrivenPage, kind: PressKind, target: Locator): Promise<Press> {
  const { page, session, hasTouch } = driven;
  const { x, y } = await target.evaluate((element) => {
    const isVisible = ({ top, bottom }: DOMRect): boolean => top > 90 && bottom < window.innerHeight - 90; // header, slim bar
    if (!isVisible(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const hit = document.elementFromPoint(middle.x, middle.y);
    if (!hit || !element.contains(hit)) throw new Error(`${element.outerHTML.slice(0, 200)} is covered`);
    return middle;
  });
  if (kind !== 'first snack') await pause(settleMs / 3); // after scrolling
  if (!hasTouch) await page.mouse.move(x, y);
  return measure(driven, kind, async () => {
    if (hasTouch) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await pause(heldMs);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    } else {
      await page.mouse.down();
      await pause(heldMs);
      await page.mouse.up();
    }
  });
}

/** Presses a key while an element has the focus. */
export async function pressKey(driven: DrivenPage, kind: PressKind, target: Locator, key: string): Promise<Press> {
  await target.focus();
  return measure(driven, kind, () => driven.page.keyboard.press(key, { delay: heldMs }));
}

async function measure({ page, session }: DrivenPage, kind: PressKind, act: () => Promise<void>): Promise<Press> {
  const { interactions } = await takeRecord(page);
  const before = await readMetrics(session);
  await act();
  await pause(settleMs);
  const after = await readMetrics(session);
  const record = await takeRecord(page);
  if (record.interactions === interactions) throw new Error(`a press of the kind ${kind} did not reach the page`);
  const { durationMs, delayMs, handlersMs } = slowest(record.events);
  return {
    kind,
    durationMs,
    delayMs,
    handlersMs,
    drawingMs: Math.max(0, durationMs - delayMs - handlersMs),
    layouts: after.layouts - before.layouts,
    mainThreadMs: after.mainThreadMs - before.mainThreadMs,
  };
}

const slowest = (events: readonly TimedEvent[]): TimedEvent =>
  events.reduce((worst, event) => (event.durationMs > worst.durationMs ? event : worst), unreported);

const unreported: TimedEvent = { name: '', durationMs: 8, delayMs: 0, handlersMs: 0 };

async function readMetrics(session: CDPSession): Promise<{ readonly layouts: number; readonly mainThreadMs: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { layouts: read('LayoutCount'), mainThreadMs: read('TaskDuration') * 1000 };
}
