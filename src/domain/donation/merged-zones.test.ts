import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayZoneOf, type ZonedDonation } from './day-zone.ts';
import { mergedZones, type MovedDonation } from './merged-zones.ts';

const hourMs = 60 * 60 * 1000;
const at = (hours: number, timeZone: string, id = ''): MovedDonation => ({
  id,
  donatedAt: new Date(Date.UTC(2026, 2, 4) + hours * hourMs),
  timeZone,
});

test('a moved donation takes the zone of a donation at most a day before it', () => {
  const moved = [at(10, 'Asia/Tokyo', 'a'), at(40, 'Asia/Tokyo', 'b')];
  expect([...mergedZones([at(0, 'Europe/Paris')], moved)]).toEqual([
    ['a', 'Europe/Paris'],
    ['b', 'Asia/Tokyo'],
  ]);
});

test('a moved donation that took another zone passes that zone on to the next moved donation', () => {
  const moved = [at(20, 'Asia/Tokyo', 'a'), at(40, 'Asia/Tokyo', 'b')];
  expect(mergedZones([at(0, 'Europe/Paris')], moved).get('b')).toBe('Europe/Paris');
});

const donations = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Toronto')), {
    maxLength: 12,
  })
  .map((list) => list.toSorted(([one], [other]) => one - other));

test('the zones are the same as if the donations were claimed one by one, oldest first', () => {
  fc.assert(
    fc.property(donations, donations, (keptTimes, movedTimes) => {
      const kept = keptTimes.map(([hours, zone]) => at(hours, zone));
      const moved = movedTimes.map(([hours, zone], index) => at(hours, zone, String(index)));
      const recorded: ZonedDonation[] = [...kept];
      const expected = moved.map((donation) => {
        const timeZone = dayZoneOf(donation, recorded);
        recorded.push({ donatedAt: donation.donatedAt, timeZone });
        return [donation.id, timeZone];
      });
      expect([...mergedZones(kept, moved)]).toEqual(expected);
    }),
  );
});
