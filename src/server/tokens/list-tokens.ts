import type { ApiToken } from '#contract/admin/tokens.ts';
import { hasRight } from '#domain/staff/rights.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import type { StaffMember } from '#server/http/register-endpoint.ts';

/** The tokens that a staff member may revoke, newest first: their own, or those of the whole team. */
export async function listTokens(
  { db, clock }: Deps,
  { id: userId, staff_role: role }: StaffMember,
): Promise<ApiToken[]> {
  const rows = await db.read
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .selectAll('api_tokens')
    .select(['username', 'password_hash'])
    .$if(!hasRight(role, 'manageIntegrations'), (query) => query.where('user_id', '=', userId))
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id')
    .execute();
  const now = clock.now().toISOString();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    username: row.username,
    isOwn: row.user_id === userId,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    isValid: row.expires_at > now && row.password_tag === hashToken(row.password_hash),
  }));
}

/** The tokens that a person made, for the copy of their own data. */
export const findOwnTokens = (db: Queryable, userId: string) =>
  db
    .selectFrom('api_tokens')
    .select(['name', 'created_at as createdAt', 'expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
