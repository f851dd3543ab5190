import type { StaffAction, Subject } from '#domain/staff/actions.ts';
import { staffSentences } from '#contract/admin/staff.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/error-reply.ts';
import { newId } from '#server/ids.ts';

/** Who acts: a signed-in staff member, or the product. */
export type Actor = StaffMember | 'system';

export type StaffMember = Pick<UserRow, 'id' | 'username' | 'staff_role'> & {
  /** The API token with which the person acts; absent when the person is signed in. */
  readonly token?: { readonly id: string };
};

/** What changed, in a few values without personal data of donors: ids instead of names and addresses. */
export type ChangedValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface RecordedAction {
  readonly actor: Actor;
  readonly action: StaffAction;
  readonly subject: Subject;
  readonly before?: ChangedValues | undefined;
  readonly after?: ChangedValues | undefined;
  readonly reason?: string | undefined;
}

/**
 * Writes an action to the audit log in the caller's transaction: it is logged if, and only if, it happens. Throws a Refusal,
 * which rolls the action back, if the person may no longer act as they could when the request arrived.
 */
export async function recordAction(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { actor, action, subject, before, after, reason }: RecordedAction,
): Promise<void> {
  if (actor !== 'system' && !(await mayStillAct(tx, actor))) throw new Refusal('forbidden', staffSentences.roleChanged);
  await tx
    .insertInto('audit_log')
    .values({
      id: newId('aud', deps.random),
      recorded_at: deps.clock.now().toISOString(),
      ...actorColumns(actor),
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
    })
    .execute();
}

/**
 * Returns true if a person still has the role, and the token, with which the request was allowed. Until the transaction ends, a
 * change of the role waits.
 */
async function mayStillAct(tx: Tx, { id, staff_role: role, token }: StaffMember): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set((e) => ({ staff_role: e.ref('staff_role') })) // locks the row
    .where('id', '=', id)
    .where('staff_role', '=', role)
    .returning('id')
    .executeTakeFirst();
  if (!user || !token) return user !== undefined;
  return (await tx.selectFrom('api_tokens').select('id').where('id', '=', token.id).executeTakeFirst()) !== undefined;
}

/** Records an action that changes nothing else, such as a download. */
export const recordAlone = (deps: Pick<Deps, 'clock' | 'random' | 'db'>, action: RecordedAction): Promise<void> =>
  inTransaction(deps.db, (tx) => recordAction(deps, tx, action));

const actorColumns = (actor: Actor) =>
  actor === 'system'
    ? { actor_id: null, actor_name: 'system', actor_role: null, actor_token: null }
    : {
        actor_id: actor.id,
        actor_name: actor.username,
        actor_role: actor.staff_role,
        actor_token: actor.token?.id ?? null,
      };
