import { expect, test } from 'vitest';
import { timeZoneGroups } from './time-zone-groups.ts';

const all = ['Africa/Cairo', 'America/Argentina/Buenos_Aires', 'America/Toronto', 'Europe/Berlin'];

const flat = (own: string, chosen: string): unknown =>
  timeZoneGroups({ own, chosen, all }).map(({ label, zones }) => [
    label,
    ...zones.map((zone) => [zone.value, zone.label]),
  ]);

test('the browser’s zone comes first, then the chosen one, then all others by continent', () => {
  expect(flat('Europe/Berlin', 'America/Toronto')).toEqual([
    ['Suggested', ['Europe/Berlin', 'Europe / Berlin (this device)'], ['America/Toronto', 'America / Toronto']],
    ['Africa', ['Africa/Cairo', 'Cairo']],
    ['America', ['America/Argentina/Buenos_Aires', 'Argentina / Buenos Aires']],
    ['Other', ['UTC', 'UTC']],
  ]);
});

const suggested = (own: string, chosen: string): readonly string[] =>
  timeZoneGroups({ own, chosen, all })[0]?.zones.map(({ label }) => label) ?? [];

test('a zone that is both the browser’s and the chosen one is listed once', () => {
  expect(suggested('UTC', 'UTC')).toEqual(['UTC (this device)']);
});

test('a chosen zone that this browser does not know is listed', () => {
  expect(suggested('Europe/Berlin', 'Asia/Calcutta')).toEqual(['Europe / Berlin (this device)', 'Asia / Calcutta']);
});

test('every zone is listed exactly once', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const values = timeZoneGroups({ own: 'Europe/Berlin', chosen: 'America/Toronto', all: zones }).flatMap((group) =>
    group.zones.map(({ value }) => value),
  );
  expect(values.toSorted()).toEqual([...new Set([...zones, 'UTC'])].toSorted());
});
