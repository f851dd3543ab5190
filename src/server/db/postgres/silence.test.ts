import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchSilence } from './silence.ts';

describe('a connection', () => {
  const happened: string[] = [];
  const watch = () =>
    watchSilence({
      silentAfterMs: 2000,
      onSilent: () => void happened.push('silent'),
      onEnd: (waitedMs) => void happened.push(`given up after ${waitedMs}`),
    });

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    happened.length = 0;
  });

  test('that responds within the limit is not silent, however long it is used or idle', async () => {
    const connection = watch();
    for (let statement = 0; statement < 5; statement += 1) {
      connection.sent(2000);
      await vi.advanceTimersByTimeAsync(1999);
      connection.responded();
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(happened).toEqual([]);
  });

  test('that leaves a statement of a request without a response is silent, and given up immediately', async () => {
    const connection = watch();
    await vi.advanceTimersByTimeAsync(10_000);
    connection.sent(2000);
    await vi.advanceTimersByTimeAsync(1999);
    expect(happened).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(happened).toEqual(['silent', 'given up after 2000']);
  });

  test('that leaves a statement of a job without a response is reported as silent once, and given up at its own limit', async () => {
    const connection = watch();
    connection.sent(600_000);
    await vi.advanceTimersByTimeAsync(599_000);
    expect(happened).toEqual(['silent']);
    await vi.advanceTimersByTimeAsync(1002);
    expect(happened).toEqual(['silent', 'given up after 600000']);
  });

  test('whose job got a late response is not given up', async () => {
    const connection = watch();
    connection.sent(600_000);
    await vi.advanceTimersByTimeAsync(500_000);
    connection.responded();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(happened).toEqual(['silent']);
  });

  test('that responds to one of two statements gets the whole limit again for the other', async () => {
    const connection = watch();
    connection.sent(2000);
    connection.sent(2000);
    await vi.advanceTimersByTimeAsync(1500);
    connection.responded();
    await vi.advanceTimersByTimeAsync(1500);
    expect(happened).toEqual([]);
    await vi.advanceTimersByTimeAsync(501);
    expect(happened).toEqual(['silent', 'given up after 2000']);
  });

  test('whose response was waiting while the process was busy is not silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connection = watch();
    connection.sent(2000);
    vi.advanceTimersByTime(2000); // the timer is first,
    connection.responded(); // then the response is read,
    connection.sent(2000); // and the next statement sent
    await new Promise(setImmediate);
    expect(happened).toEqual([]);
  });
});
