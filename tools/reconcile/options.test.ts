import { expect, test } from 'vitest';
import { readReconcileOptions } from './options.ts';

const other = 'ins_00000000000000000000000009';

test.each([
  ['', { isRestored: false, replacedId: undefined, lostSince: undefined }],
  ['--restored', { isRestored: true, replacedId: undefined, lostSince: undefined }],
  [
    `--replaces ${other} --since 2026-01-31`,
    { isRestored: true, replacedId: other, lostSince: new Date('2026-01-31T00:00:00.000Z') },
  ],
])('the command line %j is accepted', (text, options) => {
  expect(readReconcileOptions(text.split(' ').filter(Boolean))).toEqual(options);
});

test.each([
  '--restore',
  'restored',
  `--replaces ${other}`,
  '--since 2026-01-31',
  `--replaces ${other} --since yesterday`,
  `--replaces ${other} --since 2026-02-30`,
  '--replaces ins_1 --since 2026-01-31',
])('the command line %j is refused', (text) => {
  expect(readReconcileOptions(text.split(' '))).toBeUndefined();
});
