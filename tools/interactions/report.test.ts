import { expect, test } from 'vitest';
import type { Press } from './press.ts';
import { describeVisits, percentile } from './report.ts';

const press = (kind: Press['kind'], durationMs: number): Press => ({
  kind,
  durationMs,
  delayMs: 2,
  handlersMs: 10,
  drawingMs: durationMs - 12,
  layouts: 1,
  mainThreadMs: 30,
});

test('a percentile is one of the values', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([50, 98, 100].map((percent) => percentile(values, percent))).toEqual([50, 98, 100]);
  expect(percentile([7], 98)).toBe(7);
});

test('the report compares presses with the bare page and with the goals', () => {
  const presses = [press('snack', 96), press('snack', 160), press('bare page', 32), press('bare page', 16)];
  const report = describeVisits('phone', 4, [{ usableAfterMs: 900, bareUsableAfterMs: 100, presses }]);
  expect(report.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'phone, 4x slower',
    ' n p50 p98 max delay handlers drawing layouts thread x bare',
    'snack 2 96 160 160 2 10 84 1 30 6.0',
    'bare page 2 16 32 32 2 10 4 1 30 1.0',
    'all 2 96 160 160 2 10 84 1 30 6.0 goal 150: missed',
    'Snacks could be pressed after 900 ms, the bare page after 100 ms goal 1200: reached',
  ]);
});
