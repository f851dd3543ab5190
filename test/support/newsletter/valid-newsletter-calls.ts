import { newsletterConsent } from '#contract/newsletter.ts';
import { nameKey } from '#server/auth/index.ts';
import type { SubscriberRow } from '#server/db/tables.ts';
import { newId, newToken } from '#server/ids.ts';
import { createDraft } from '#server/newsletter/drafts/save-draft.ts';
import { setPostalAddress } from '#server/newsletter/drafts/set-postal-address.ts';
import { pauseOrResume } from '#server/newsletter/sending/pause-sending.ts';
import { startSending } from '#server/newsletter/sending/start-sending.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffMember } from '#server/staff/index.ts';
import { memberOf } from '../accounts/staff.ts';
import type { TestApp } from '../app/start-app.ts';
import { withoutInput, type SomeCalls, type ValidCall } from '../calls/valid-call.ts';

export const draftText = { subject: 'Spring news', text: 'Thank you for **every** snack.' } as const;

const reason = 'Spring';

type NeededDeps = Pick<TestApp, 'deps'>;

const author = ({ deps }: NeededDeps): Promise<StaffMember> => memberOf(deps, 'usr_author', 'content');

/** Saves a draft. Returns its id. */
export async function savedDraft(
  { deps }: NeededDeps,
  draft: Readonly<Record<'subject' | 'text', string>> = draftText,
): Promise<string> {
  const saved = await createDraft(deps, { ...draft, actor: await author({ deps }) });
  if (saved.code !== 'saved') throw new Error(`the draft was refused: ${saved.problem}`);
  return saved.id;
}

/** Saves a draft, and the postal address and subscriber that sending it requires. Returns the draft's id. */
export async function readyDraft(app: NeededDeps): Promise<string> {
  if ((await addressVersion(app)) === 0)
    await setPostalAddress(app.deps, {
      address: '1 Main Street\nToronto',
      version: 0,
      reason,
      actor: await author(app),
    });
  await insertSubscribers(app.deps, 1);
  return savedDraft(app);
}

/** Starts to send a newsletter. Returns its id. */
export async function sendingNewsletter(app: NeededDeps): Promise<string> {
  const id = await readyDraft(app);
  const { code } = await startSending(app.deps, { id, version: 1, reason, actor: await author(app) });
  if (code !== 'started') throw new Error(`the newsletter was refused: ${code}`);
  return id;
}

/** Inserts confirmed subscribers. Returns their rows. */
export async function insertSubscribers(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  count: number,
  addressOf: (number: number) => string = () => `${newToken(deps.random)}@example.org`,
): Promise<readonly SubscriberRow[]> {
  const now = deps.clock.now().toISOString();
  const rows = Array.from({ length: count }, (_, number): SubscriberRow => {
    const email = addressOf(number);
    return {
      id: newId('sub', deps.random),
      email,
      email_key: nameKey(email),
      status: 'confirmed',
      consent_text: newsletterConsent,
      consent_source: 'footer',
      requested_at: now,
      confirm_token_hash: null,
      confirm_expires_at: null,
      confirmed_at: now,
      unsubscribe_token: newToken(deps.random),
      unsubscribed_at: null,
    };
  });
  for (let start = 0; start < count; start += 500)
    await deps.db.write
      .insertInto('newsletter_subscribers')
      .values(rows.slice(start, start + 500))
      .execute();
  return rows;
}

const forDraft: ValidCall = async (app) => ({ params: { id: await savedDraft(app) } });
const addressVersion = async ({ deps: { db } }: NeededDeps): Promise<number> =>
  (await db.read.selectFrom('newsletter_settings').select('version').executeTakeFirst())?.version ?? 0;

/** A successful call of each of the team's endpoints for newsletters. */
export const validNewsletterCalls = {
  downloadSubscribers: withoutInput,
  listNewsletters: withoutInput,
  createNewsletter: () => ({ body: draftText }),
  getNewsletter: forDraft,
  saveNewsletter: async (app) => ({ params: { id: await savedDraft(app) }, body: { ...draftText, version: 1 } }),
  deleteNewsletter: async (app) => ({ params: { id: await savedDraft(app) }, body: { reason } }),
  previewNewsletter: forDraft,
  showNewsletter: forDraft,
  testNewsletter: forDraft,
  sendNewsletter: async (app) => ({ params: { id: await readyDraft(app) }, body: { version: 1, reason } }),
  pauseNewsletter: async (app) => ({ params: { id: await sendingNewsletter(app) }, body: { reason } }),
  resumeNewsletter: async (app) => {
    const id = await sendingNewsletter(app);
    await pauseOrResume(app.deps, 'paused', { id, reason, actor: await author(app) });
    return { params: { id }, body: { reason } };
  },
  eraseSubscriber: async (app) => {
    const [subscriber] = await insertSubscribers(app.deps, 1);
    return { body: { email: subscriber?.email, reason } };
  },
  setPostalAddress: async (app) => ({
    body: { address: '1 Main Street\nToronto', version: await addressVersion(app), reason },
  }),
} as const satisfies SomeCalls;
