import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDay } from './calendar-day.ts';
import { dayZoneOf, type ZonedDonation } from './day-zone.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-03-10T12:00:00Z');

/** Returns a donation made this many hours after noon. */
const after = (hours: number, timeZone: string): ZonedDonation => ({
  donatedAt: new Date(noon + hours * hourMs),
  timeZone,
});

describe('the zone of a donation’s day', () => {
  test.each<[string, readonly ZonedDonation[], string]>([
    ['is the donation’s own for the first donation', [], 'Pacific/Kiritimati'],
    ['is the donation’s own more than a day after the previous donation', [after(-24.01, 'UTC')], 'Pacific/Kiritimati'],
    ['is that of a previous donation within a day', [after(-0.01, 'UTC')], 'UTC'],
    ['is that of a previous donation exactly a day before', [after(-24, 'UTC')], 'UTC'],
    ['is that of another donation at the same instant', [after(0, 'UTC')], 'UTC'],
    [
      'is that of the latest of several previous donations',
      [after(-2, 'UTC'), after(-1, 'Asia/Tokyo'), after(-3, 'UTC')],
      'Asia/Tokyo',
    ],
    ['is that of a next donation within a day if there is no previous one', [after(24, 'UTC')], 'UTC'],
    [
      'is that of the earliest of several next donations',
      [after(3, 'UTC'), after(1, 'Asia/Tokyo'), after(2, 'UTC')],
      'Asia/Tokyo',
    ],
    [
      'is that of the previous donation even if the next one is closer',
      [after(1, 'UTC'), after(-20, 'Asia/Tokyo')],
      'Asia/Tokyo',
    ],
    [
      'is the donation’s own if the next donation is more than a day later',
      [after(24.01, 'UTC')],
      'Pacific/Kiritimati',
    ],
  ])('%s', (_fact, recorded, expected) => {
    expect(dayZoneOf(after(0, 'Pacific/Kiritimati'), recorded)).toBe(expected);
  });
});

test('donations during a trip around the world in an hour have one day', () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'];
  expect(new Set(zones.map((timeZone) => calendarDay(new Date(noon - 1.5 * hourMs), timeZone))).size).toBe(3);
  expect(daysOf(zones.map((timeZone, index) => after(-1.5 + index / 5, timeZone)))).toEqual(new Set(['2026-03-11']));
});

test('moving east around the world earns two extra days, with a wait of more than a day before each change', () => {
  const start = new Date('2026-03-10T11:00:00Z');
  const later = (hours: number, timeZone: string): ZonedDonation => ({
    donatedAt: new Date(start.getTime() + hours * hourMs),
    timeZone,
  });
  const donations = [
    ...[0, 10].map((hours) => later(hours, 'Etc/GMT+12')),
    ...[34.5, 45].map((hours) => later(hours, 'Etc/GMT-1')), // an hour ahead
    ...[69.5, 71.9].map((hours) => later(hours, 'Pacific/Kiritimati')),
  ];
  expect([...daysOf(donations)].map((day) => Number(day.slice(-2)))).toEqual([9, 10, 11, 12, 13, 14]);
  expect(calendarDays(donations, 'UTC')).toBe(4);
});

describe('for every sequence of donations', () => {
  const zones = [
    'UTC',
    'America/New_York',
    'America/St_Johns', // 3:30 behind
    'Europe/Berlin',
    'Australia/Lord_Howe', // changes by half an hour
    'Pacific/Chatham', // 12:45 ahead, and changes
    'Pacific/Kiritimati', // 14 hours ahead
    'Pacific/Pago_Pago', // 11 hours behind
    'Etc/GMT+12',
  ];
  const start = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  const waitMinutes = fc.oneof(fc.nat({ max: 24 * 60 }), fc.nat({ max: 3 * 24 * 60 }), fc.constant(24 * 60 + 1));
  const donationsIn = (wait: fc.Arbitrary<number>): fc.Arbitrary<readonly ZonedDonation[]> =>
    fc
      .tuple(start, fc.array(fc.tuple(wait, fc.constantFrom(...zones)), { minLength: 1, maxLength: 30 }))
      .map(([first, steps]) => {
        let madeAt = first.getTime();
        return steps.map(([minutes, timeZone]) => {
          madeAt += minutes * 60_000;
          return { donatedAt: new Date(madeAt), timeZone };
        });
      });

  test('with at most a day between them, the days are those of the first zone', () => {
    fc.assert(
      fc.property(donationsIn(fc.nat({ max: 24 * 60 })), (donations) => {
        const [{ timeZone }] = donations as readonly [ZonedDonation];
        expect(daysOf(donations)).toEqual(new Set(donations.map(({ donatedAt }) => calendarDay(donatedAt, timeZone))));
      }),
    );
  });

  test('in one zone, the rule changes no day', () => {
    fc.assert(
      fc.property(donationsIn(waitMinutes), fc.constantFrom(...zones), (donations, timeZone) => {
        const stayed = donations.map(({ donatedAt }) => ({ donatedAt, timeZone }));
        expect(daysOf(stayed)).toEqual(new Set(stayed.map(({ donatedAt }) => calendarDay(donatedAt, timeZone))));
      }),
    );
  });

  test('changing zones earns at most two days more than the best single zone, in any order of recording', () => {
    const inAnyOrder = donationsIn(waitMinutes).chain((donations) =>
      fc.tuple(fc.constant(donations), fc.shuffledSubarray([...donations], { minLength: donations.length })),
    );
    fc.assert(
      fc.property(inAnyOrder, ([donations, shuffled]) => {
        const most = Math.max(...zones.map((timeZone) => calendarDays(donations, timeZone)));
        expect(daysOf(donations).size).toBeLessThanOrEqual(most + 2);
        expect(daysOf(shuffled).size).toBeLessThanOrEqual(most + 2);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Returns the days of donations that are recorded in this order. */
function daysOf(donations: readonly ZonedDonation[]): ReadonlySet<string> {
  const recorded: ZonedDonation[] = [];
  for (const donation of donations) recorded.push({ ...donation, timeZone: dayZoneOf(donation, recorded) });
  return new Set(recorded.map(({ donatedAt, timeZone }) => calendarDay(donatedAt, timeZone)));
}

/** Counts the days of a zone's calendar from the first donation to the last. */
const calendarDays = (donations: readonly ZonedDonation[], timeZone: string): number => {
  const [first, last] = [donations[0]!, donations.at(-1)!].map(({ donatedAt }) => calendarDay(donatedAt, timeZone));
  return (Date.parse(last!) - Date.parse(first!)) / (24 * hourMs) + 1;
};
