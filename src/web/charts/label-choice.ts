/** Says when a text has room: `always` means on a phone too, `wide` only in a wide chart. */
export type Room = 'always' | 'wide';

/**
 * Returns the bars that show their value: always the highest, and the last one if it is far enough away; in a wide chart, all of
 * up to eight bars. Bars of 0 never do. A long last value reaches over the bar before it, so if there are more than four bars,
 * only one of these two shows its value.
 */
export function valueRooms(values: readonly number[], isLastLong = false): ReadonlyMap<number, Room> {
  const highest = values.lastIndexOf(Math.max(...values));
  const last = values.length - 1;
  const distanceMin = values.length / 4; // a quarter of the width: on a phone, an amount takes about that much
  const crowded = isLastLong && values.length > 4 ? (highest === last - 1 ? last : last - 1) : undefined;
  const rooms = new Map<number, Room>();
  for (const [index, value] of values.entries()) {
    if (value === 0) continue;
    if (index === highest || (index === last && last - highest >= distanceMin)) rooms.set(index, 'always');
    else if (values.length <= 8 && index !== crowded) rooms.set(index, 'wide');
  }
  return rooms;
}

/** Returns true if a bar's name has room only in a wide chart. A phone has room for about six names, including the last. */
export const isNameWide = (index: number, count: number): boolean => (count - 1 - index) % Math.ceil(count / 6) !== 0;

/** Returns the bars at which a group begins and is named. The first group is left out if the next one begins too close to it. */
export function shownGroups(groups: readonly string[]): ReadonlySet<number> {
  const starts = [...groups.keys()].filter((index) => groups[index] !== '' && groups[index] !== groups[index - 1]);
  const [first, second] = starts;
  const isCrowded = first !== undefined && second !== undefined && second - first < groups.length / 6;
  return new Set(isCrowded ? starts.slice(1) : starts);
}
