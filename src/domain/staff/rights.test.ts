import { expect, test } from 'vitest';
import { hasRight, rights, rightsOf, staffRoles } from './rights.ts';

test('each role has exactly the rights that its work needs', () => {
  const crosses = staffRoles.map((role) => [role, rights.map((right) => (hasRight(role, right) ? 'x' : '.')).join('')]);
  expect(Object.fromEntries(crosses)).toEqual({
    owner: 'xxxxxxxxxxxxxxxx',
    finance: '..x.xxxxxx...xx.',
    support: 'xxxxx.........x.',
    content: '..........xx..x.',
    auditor: 'x.x..x....x..xx.',
  });
});

test('an account without a role has no right', () => {
  expect(rights.filter((right) => hasRight(null, right))).toEqual([]);
});

test('only Owners manage the team', () => {
  expect(staffRoles.filter((role) => rightsOf[role].includes('manageTeam'))).toEqual(['owner']);
});
