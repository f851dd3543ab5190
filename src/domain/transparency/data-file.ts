import type { Group } from './groups.ts';

/** The data file of the transparency page. Decision 0152 defines its fields; their meaning never changes. */
export interface DataFile {
  readonly format: typeof dataFileFormat;
  /** The charities of the groups, by id, with their current names. */
  readonly charities: readonly { readonly id: number; readonly name: string }[];
  /** The groups by their first day, the oldest first. */
  readonly groups: readonly Group[];
}

export const dataFileFormat = 'donation-transparency-v1';

/** Returns the file's text, with a group on each line, so that versions of the file can be compared. */
export const dataFileText = ({ format, charities, groups }: DataFile): string =>
  [
    '{',
    `"format": ${JSON.stringify(format)},`,
    listText('charities', charities) + ',',
    listText('groups', groups),
    '}',
    '',
  ].join('\n');

const listText = (name: string, items: readonly object[]): string =>
  items.length === 0
    ? `"${name}": []`
    : [`"${name}": [`, items.map((item) => JSON.stringify(item)).join(',\n'), ']'].join('\n');
