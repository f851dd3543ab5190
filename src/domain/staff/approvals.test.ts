import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeApprover } from './approvals.ts';
import { rights, rightsOf, staffRoles } from './rights.ts';

const request = { requestedBy: 'usr_1', right: 'refund' } as const;

test.each([
  [{ id: 'usr_2', role: 'owner' }, 3, 'second_person'],
  [{ id: 'usr_2', role: 'finance' }, 0, 'second_person'],
  [{ id: 'usr_2', role: 'auditor' }, 0, 'forbidden'],
  [{ id: 'usr_2', role: null }, 0, 'forbidden'],
  [{ id: 'usr_1', role: null }, 0, 'forbidden'],
  [{ id: 'usr_1', role: 'owner' }, 0, 'waiver'],
  [{ id: 'usr_1', role: 'owner' }, 1, 'own_request'],
  [{ id: 'usr_1', role: 'finance' }, 0, 'own_request'],
] as const)('%j, with %d others who could approve, is judged %s', (approver, others, verdict) => {
  expect(judgeApprover(approver, request, others)).toBe(verdict);
});

test('only an Owner who is the only person with the right can approve their own request', () => {
  const anyone = fc.constantFrom(...staffRoles, null);
  fc.assert(
    fc.property(anyone, fc.constantFrom(...rights), fc.nat(3), (role, right, others) => {
      const verdict = judgeApprover({ id: 'usr_1', role }, { requestedBy: 'usr_1', right }, others);
      expect(verdict).not.toBe('second_person');
      expect(verdict === 'waiver').toBe(role === 'owner' && others === 0 && rightsOf.owner.includes(right));
    }),
  );
});
