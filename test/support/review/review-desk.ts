import type { ReviewAction } from '#domain/review/review-item.ts';
import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import { call } from '../accounts/account-calls.ts';
import type { SignedIn } from '../accounts/signed-in.ts';
import type { TestApp } from '../app/start-app.ts';

/** Lists the items that need review, as a member of the team sees them. */
export const listItemsAs = async (app: TestApp, { cookie }: SignedIn): Promise<ReviewItem[]> =>
  (await call(app, { method: 'GET', url: '/api/admin/review/items', cookie })).json();

/** Decides about an item. Returns the status and the content of the response. */
export async function decideAs(
  app: TestApp,
  { cookie }: SignedIn,
  itemId: string,
  action: ReviewAction,
  reason = 'Looked at it',
): Promise<[status: number, content: unknown]> {
  const url = '/api/admin/review/items/resolve';
  const response = await call(app, { method: 'POST', url, cookie, body: { itemId, action, reason } });
  return [response.statusCode, response.json<unknown>()];
}
