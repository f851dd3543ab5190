import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { dayNumber } from './day-number.ts';
import { runsOf, streakOf } from './streak.ts';

/** Zones whose clocks change at different times and by different steps, and both ends of the date line. */
const zones = [
  'UTC',
  'America/New_York',
  'America/St_Johns', // 3:30 behind
  'America/Santiago', // changes at midnight
  'Europe/Berlin',
  'Africa/Casablanca', // an hour back for Ramadan
  'Africa/Cairo', // changes at midnight
  'Asia/Kathmandu', // 5:45 ahead
  'Australia/Lord_Howe', // changes by half an hour
  'Pacific/Chatham', // 12:45 ahead, and changes
  'Pacific/Apia',
  'Pacific/Kiritimati', // 14 hours ahead
  'Pacific/Pago_Pago', // 11 hours behind
];

describe('a donor who donates at noon every day keeps the streak', () => {
  test.each(zones)('in %s, for a year and through every clock change', (timeZone) => {
    const noons = daysFrom('2027-06-01', 400).map((day) => localNoon(day, timeZone));
    const days = noons.map((noon) => calendarDay(noon!, timeZone));
    expect(days).toStrictEqual(daysFrom('2027-06-01', 400));
    expect(runsOf(days)).toStrictEqual([{ firstDayNumber: dayNumber('2027-06-01'), lengthDays: 400 }]);
    expect(streakOf(runsOf(days), days.at(-1)!)).toBe(400);
  });

  test('in any zone, from any day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.nat({ max: 9_000 }), (timeZone, later) => {
        const noons = daysFrom('2023-01-01', 2, later).map((day) => localNoon(day, timeZone));
        const [number, nextNumber] = noons.map((noon) => dayNumber(calendarDay(noon!, timeZone)));
        expect(nextNumber! - number!).toBe(1);
      }),
    );
  });
});

describe('a day on which the clocks change', () => {
  test.each<[string, string, readonly string[]]>([
    [
      '23 hours in New York',
      'America/New_York',
      ['2026-03-08T04:59:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ],
    [
      '25 hours in New York',
      'America/New_York',
      ['2026-11-01T03:59:00Z', '2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z'],
    ],
    [
      '23½ hours on Lord Howe',
      'Australia/Lord_Howe',
      ['2026-10-03T13:29:00Z', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z'],
    ],
    [
      '24½ hours on Lord Howe',
      'Australia/Lord_Howe',
      ['2026-04-04T12:59:00Z', '2026-04-05T13:29:00Z', '2026-04-05T13:30:00Z'],
    ],
  ])('of %s is one day of the streak', (_fact, timeZone, instants) => {
    const days = instants.map((instant) => calendarDay(new Date(instant), timeZone));
    expect(runsOf(days).map(({ lengthDays }) => lengthDays)).toStrictEqual([3]);
  });
});

describe('at the date line', () => {
  test('the day Samoa skipped breaks a streak: only calendar days count, and December 30 was one', () => {
    expect(localNoon('2011-12-30', 'Pacific/Apia')).toBeUndefined();
    const noons = ['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'].map((day) => localNoon(day, 'Pacific/Apia'));
    expect(noons[2]!.getTime() - noons[1]!.getTime()).toBe(24 * hourMs);
    const days = noons.map((noon) => calendarDay(noon!, 'Pacific/Apia'));
    expect(runsOf(days).map(({ lengthDays }) => lengthDays)).toStrictEqual([2, 2]);
  });

  test('the same moment is on different days of the streak in different zones', () => {
    const moment = new Date('2026-05-04T10:30:00Z');
    expect(calendarDay(moment, 'Pacific/Pago_Pago')).toBe('2026-05-03');
    expect(calendarDay(moment, 'Pacific/Kiritimati')).toBe('2026-05-05');
  });
});

const hourMs = 3_600_000;

/** Returns the instant of noon on a calendar day in the zone; `undefined` if the zone skipped that day. */
function localNoon(day: string, timeZone: string): Date | undefined {
  const wanted = Date.parse(`${day}T12:00:00Z`);
  const guess = new Date(2 * wanted - wallClock(new Date(wanted), timeZone));
  const noon = new Date(guess.getTime() + wanted - wallClock(guess, timeZone));
  return wallClock(noon, timeZone) === wanted ? noon : undefined;
}

/** Returns the local time in the zone, as if it were UTC. */
function wallClock(instant: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** Returns consecutive calendar days, starting `later` days after `day`. */
function daysFrom(day: string, count: number, later = 0): readonly string[] {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + later);
  return Array.from({ length: count }, (_, index) => {
    if (index > 0) date.setUTCDate(date.getUTCDate() + 1);
    return date.toISOString().slice(0, 10);
  });
}
