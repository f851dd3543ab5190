import { expect, test } from 'vitest';
import { mapGroups } from '#domain/questions/questions.ts';
import { changeGroup, toDraft } from './draft.ts';

test('questions that are added after all others were removed have different keys', () => {
  let draft = toDraft(mapGroups(() => []));
  draft = changeGroup(draft, 'donations', { kind: 'add' });
  draft = changeGroup(draft, 'donations', { kind: 'add' });
  expect(draft.donations.map(({ key }) => key)).toEqual([1, 2]);
});
