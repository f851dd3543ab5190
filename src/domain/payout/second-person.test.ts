import { expect, test } from 'vitest';
import { checkSecondPerson } from './second-person.ts';

test.each([
  ['anyone else', 'usr_b', false, false, 'second_person'],
  ['anyone else, who asks for a waiver', 'usr_b', true, false, 'second_person'],
  ['the creator, when there are others', 'usr_a', false, false, 'refused'],
  ['the creator who asks for a waiver, when there are others', 'usr_a', true, false, 'refused'],
  ['an Owner who alone has the right', 'usr_a', false, true, 'may_waive'],
  ['an Owner who alone has the right and asks for a waiver', 'usr_a', true, true, 'waived'],
] as const)('what %s decides: %5$s', (_who, decidedBy, isWaived, mayWaive, expected) => {
  expect(checkSecondPerson({ requestedBy: 'usr_a', decidedBy, isWaived, mayWaive })).toBe(expected);
});
