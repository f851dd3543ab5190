import { rightsOf, staffRoles } from '#domain/staff/rights.ts';
import type { Queryable } from '#server/db/database.ts';

/**
 * Returns true if a user may decide about payouts without a second person: only an Owner may, and only if no one else on the
 * team may manage payouts.
 */
export async function mayWaiveSecondPerson(db: Queryable, userId: string): Promise<boolean> {
  const managers = await db
    .selectFrom('users')
    .select(['id', 'staff_role'])
    .where('staff_role', 'in', rolesForPayouts)
    .limit(2)
    .execute();
  const [only] = managers;
  return managers.length === 1 && only?.id === userId && only.staff_role === 'owner';
}

const rolesForPayouts = staffRoles.filter((role) => rightsOf[role].includes('managePayouts'));
