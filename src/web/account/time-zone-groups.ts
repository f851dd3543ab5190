/** Time zones that stand together in the list, with the group's name. */
export interface TimeZoneGroup {
  readonly label: string;
  readonly zones: readonly { readonly value: string; readonly label: string }[];
}

interface Zones {
  /** The zone that this browser is in. */
  readonly own: string;
  /** The zone that the account has. */
  readonly chosen: string;
  readonly all: readonly string[];
}

/** Time zones to choose from: the browser's own and the account's first, then all others by continent, each once. */
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
        label: value === own ? `${spelled(value)} – where this device is` : spelled(value),
      })),
    },
    ...Object.entries(others)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([label, zones = []]) => ({
        label,
        zones: zones.map((value) => ({ value, label: spelled(value.slice(value.indexOf('/') + 1)) })),
      })),
  ];
}

const continentOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'World');

/** `America/Argentina/Buenos_Aires` as a person writes it. */
const spelled = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ');
