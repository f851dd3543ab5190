import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onStopSignals } from './stop-signals.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const onStop = vi.fn<() => void>();
const onKill = vi.fn<() => void>();
let own: NodeJS.SignalsListener[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  const others = new Set(signals.flatMap((signal) => process.listeners(signal)));
  onStopSignals(onStop, onKill);
  own = signals.flatMap((signal) => process.listeners(signal)).filter((listener) => !others.has(listener));
});

afterEach(() => {
  vi.useRealTimers();
  for (const signal of signals) for (const listener of own) process.off(signal, listener);
});

const receive = (signal: NodeJS.Signals): void => {
  own[0]?.(signal);
};

test('the first signal stops, and its echo from npm changes nothing', () => {
  receive('SIGINT');
  receive('SIGINT');
  expect([onStop.mock.calls.length, onKill.mock.calls.length]).toEqual([1, 0]);
});

test('a second Ctrl-C kills immediately', () => {
  receive('SIGINT');
  vi.advanceTimersByTime(1001);
  receive('SIGINT');
  expect([onStop.mock.calls.length, onKill.mock.calls.length]).toEqual([1, 1]);
});
