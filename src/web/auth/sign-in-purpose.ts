import { useVisit } from '#web/app-router.tsx';
import { readSignInReason } from '#web/session/index.ts';
import { sectionState } from '#web/ui/scroll-to-section.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** The sentence for a visitor who was sent to `/auth`, and the page they go to after signing in. */
interface SignInPurpose {
  /** Empty for a visitor who opened `/auth` themselves. */
  readonly sentence: string;
  readonly destination: Destination;
}

interface Destination {
  readonly to: string;
  readonly state: unknown;
}

/** Returns why this visitor signs in. That is unknown while the page is prerendered and hydrated. */
export function useSignInPurpose(): SignInPurpose {
  const { state } = useVisit();
  const isHydrated = useIsHydrated();
  return isHydrated ? purposeOf(state) : noPurpose;
}

const home: Destination = { to: '/', state: null };
const noPurpose: SignInPurpose = { sentence: '', destination: home };

/** Returns the page that a user goes to after signing in. Only staff are sent to the admin area. */
export const destinationFor = (isStaff: boolean, { destination }: SignInPurpose): Destination =>
  destination.to.startsWith('/admin') && !isStaff ? home : destination;

/** The tasks of visitors, by page. After signing in, only these pages and those of `taskByPattern` are opened. */
const tasks: ReadonlyMap<string, string> = new Map([
  ['/', 'set up your monthly donation'], // the donation form
  ['/impact', 'see your impact'],
  ['/donation-history', 'see your donations'],
  ['/rewards', 'see your rewards'],
  ['/account', 'manage your account'],
  ['/team-invitation', 'join the team'],
  ['/admin/messages', 'read messages'],
]);

/** Reads the purpose from a history state. */
export function purposeOf(state: unknown): SignInPurpose {
  const reason = readSignInReason(state);
  const [path = ''] = reason?.returnTo.split('#') ?? [];
  const task = tasks.get(path) ?? taskByPattern(path);
  if (!reason || task === undefined) return noPurpose;
  const { hasSessionEnded, isForEveryone } = reason;
  if (path !== '/')
    return { sentence: sentenceFor(task, hasSessionEnded), destination: { to: reason.returnTo, state: null } };
  const sentence = isForEveryone
    ? `${signInRule} ${sentenceFor('donate', hasSessionEnded)}`
    : sentenceFor(task, hasSessionEnded);
  return { sentence: `${sentence} We've kept your basket.`, destination: { to: '/', state: sectionState('donate') } };
}

/** Returns the task on a claim page or in the admin area. */
function taskByPattern(path: string): string | undefined {
  if (/^\/claim\/[\w-]+$/.test(path)) return 'claim your donation';
  return /^\/admin(\/[\w-]+)*$/.test(path) ? 'open the admin area' : undefined;
}

const signInRule = 'For now we ask everyone to sign in before donating, to protect against card fraud.';

const sentenceFor = (task: string, hasSessionEnded: boolean): string =>
  hasSessionEnded ? `Your session has ended. Please sign in again to ${task}.` : `Sign in or register to ${task}.`;
