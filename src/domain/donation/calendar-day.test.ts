import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDay, defaultTimeZone, isTimeZone } from './calendar-day.ts';

describe('the calendar day in the donor’s time zone', () => {
  test.each<[string, string, string]>([
    ['UTC', '2026-05-04T00:00:00Z', '2026-05-04'],
    ['UTC', '2026-05-04T23:59:59.999Z', '2026-05-04'],
    ['UTC', '2028-02-29T12:00:00Z', '2028-02-29'],
    ['America/New_York', '2026-01-15T04:59:59Z', '2026-01-14'],
    ['America/New_York', '2026-01-15T05:00:00Z', '2026-01-15'],
    ['America/New_York', '2026-07-15T03:59:59Z', '2026-07-14'],
    ['America/New_York', '2026-07-15T04:00:00Z', '2026-07-15'],
    ['Europe/London', '2026-06-30T22:59:59Z', '2026-06-30'],
    ['Europe/London', '2026-06-30T23:00:00Z', '2026-07-01'],
    ['Europe/London', '2026-12-31T23:59:59Z', '2026-12-31'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027-01-01'],
    ['Asia/Kathmandu', '2026-03-03T18:14:59Z', '2026-03-03'], // 5:45 ahead
    ['Asia/Kathmandu', '2026-03-03T18:15:00Z', '2026-03-04'],
    ['America/St_Johns', '2026-01-10T03:29:59Z', '2026-01-09'], // 3:30 behind
    ['America/St_Johns', '2026-01-10T03:30:00Z', '2026-01-10'],
    ['Pacific/Kiritimati', '2026-01-01T10:00:00Z', '2026-01-02'], // 14 hours ahead
    ['Pacific/Pago_Pago', '2026-01-01T10:59:59Z', '2025-12-31'], // 11 hours behind
  ])('%s at %s is %s', (timeZone, instant, expected) => {
    expect(calendarDay(new Date(instant), timeZone)).toBe(expected);
  });
});

describe('the calendar day when clocks change', () => {
  test.each<[string, string, string, string]>([
    ['the first second of the 23-hour day in New York', 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-08'],
    ['the last second of the 23-hour day in New York', 'America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
    ['the first second after the 23-hour day in New York', 'America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
    ['the first second of the 25-hour day in New York', 'America/New_York', '2025-11-02T04:00:00Z', '2025-11-02'],
    ['the last second of the 25-hour day in New York', 'America/New_York', '2025-11-03T04:59:59Z', '2025-11-02'],
    ['the first second after the 25-hour day in New York', 'America/New_York', '2025-11-03T05:00:00Z', '2025-11-03'],
    ['the last second before the 23-hour day in Berlin', 'Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
    ['the first second of the 23-hour day in Berlin', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['the first second after the 23-hour day in Berlin', 'Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['the first second of a day without midnight in Beirut', 'Asia/Beirut', '2022-03-26T22:00:00Z', '2022-03-27'],
    [
      'the first second of a day without midnight in São Paulo',
      'America/Sao_Paulo',
      '2018-11-04T03:00:00Z',
      '2018-11-04',
    ],
    [
      'the last second before the day without midnight in São Paulo',
      'America/Sao_Paulo',
      '2018-11-04T02:59:59Z',
      '2018-11-03',
    ],
    ['the last second before the day that Samoa skipped', 'Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
    ['the first second after the day that Samoa skipped', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
  ])('%s', (_fact, timeZone, instant, expected) => {
    expect(calendarDay(new Date(instant), timeZone)).toBe(expected);
  });
});

describe('for every instant', () => {
  const instants = fc.date({
    min: new Date('2023-01-01T00:00:00Z'),
    max: new Date('2060-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const zones = fc.constantFrom(
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  );

  test('the day in UTC is the date of the ISO instant', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(calendarDay(instant, defaultTimeZone)).toBe(instant.toISOString().slice(0, 10));
      }),
    );
  });

  test('a later donation never has an earlier day', () => {
    fc.assert(
      fc.property(instants, fc.nat({ max: 90_000_000 }), zones, (instant, laterByMs, timeZone) => {
        const later = new Date(instant.getTime() + laterByMs);
        expect(calendarDay(later, timeZone) >= calendarDay(instant, timeZone)).toBe(true);
      }),
    );
  });
});

describe('time zones', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Asia/Calcutta', 'Etc/GMT+5'])(
    '%j is a time zone',
    (text) => {
      expect(isTimeZone(text)).toBe(true);
      expect(() => calendarDay(new Date(0), text)).not.toThrow();
    },
  );

  test.each([
    '',
    ' ',
    'Mars/Olympus',
    'Europe',
    'Europe/Berlin ',
    'Europe/Atlantis',
    'GMT+25',
    '../etc/passwd',
    "UTC'--",
    'a'.repeat(5000),
  ])('%j is not a time zone', (text) => {
    expect(isTimeZone(text)).toBe(false);
    expect(() => calendarDay(new Date(0), text)).toThrow(RangeError);
  });
});
