/** A group of options in the list of time zones. */
interface TimeZoneGroup {
  readonly label: string;
  readonly zones: readonly { readonly value: string; readonly label: string }[];
}

interface Zones {
  /** The browser's time zone. */
  readonly own: string;
  /** The account's time zone. */
  readonly chosen: string;
  readonly all: readonly string[];
}

/** Groups all time zones: the browser's and the account's first, then the others by continent. Each is listed once. */
export function timeZoneGroups({ own, chosen, all }: Zones): readonly TimeZoneGroup[] {
  const suggested = new Set([own, chosen]);
  const others = Object.groupBy(
    [...new Set([...all, 'UTC'])].filter((zone) => !suggested.has(zone)),
    continentOf,
  );
  return [
    {
      label: 'Suggested',
      zones: [...suggested].map((value) => ({
        value,
        label: value === own ? `${readable(value)} (this device)` : readable(value),
      })),
    },
    ...Object.entries(others)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([label, zones = []]) => ({
        label,
        zones: zones.map((value) => ({ value, label: readable(value.slice(value.indexOf('/') + 1)) })),
      })),
  ];
}

const continentOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other');

/** `America/Argentina/Buenos_Aires` becomes `America / Argentina / Buenos Aires`. */
const readable = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ');
