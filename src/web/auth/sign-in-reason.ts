import type { UserAnswer } from '#contract/session.ts';
import { useVisit } from '#web/app-router.tsx';
import { readSignInReason } from '#web/session/index.ts';
import { sectionState } from '#web/ui/scroll-to-section.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** What `/auth` tells a visitor who was sent there, and where they go after signing in. */
export interface Detour {
  /** Empty for a visitor who opened `/auth` themselves. */
  readonly sentence: string;
  readonly destination: Destination;
}

interface Destination {
  readonly to: string;
  readonly state: unknown;
}

/** The detour that the visitor is on. While prerendering and hydrating, there is none. */
export function useDetour(): Detour {
  const { state } = useVisit();
  const isHydrated = useIsHydrated();
  return isHydrated ? detourOf(state) : noDetour;
}

const home: Destination = { to: '/', state: null };
const noDetour: Detour = { sentence: '', destination: home };

/** Where a user goes after signing in. The administrator's pages are no use to anyone else. */
export const destinationFor = ({ isAdmin }: Pick<UserAnswer, 'isAdmin'>, { destination }: Detour): Destination =>
  destination.to.startsWith('/admin/') && !isAdmin ? home : destination;

/** What visitors sign in for, by page. Only these pages are opened afterward. `/` is the form of a monthly donation. */
const purposes: ReadonlyMap<string, string> = new Map([
  ['/', 'set up your monthly donation'],
  ['/impact', 'see your impact'],
  ['/donation-history', 'see your donations'],
  ['/rewards', 'see your rewards'],
  ['/account', 'manage your account'],
  ['/admin/messages', 'read messages'],
  ['/admin/money', 'open the money desk'],
]);

/** The detour in a history state. */
export function detourOf(state: unknown): Detour {
  const reason = readSignInReason(state);
  const [path = ''] = reason?.returnTo.split('#') ?? [];
  const purpose = purposes.get(path);
  if (!reason || purpose === undefined) return noDetour;
  const sentence = reason.hasSessionEnded
    ? `Your session has ended. Please sign in again to ${purpose}.`
    : `Sign in or register to ${purpose}.`;
  if (path !== '/') return { sentence, destination: { to: reason.returnTo, state: null } };
  return { sentence: `${sentence} We've kept your basket.`, destination: { to: '/', state: sectionState('donate') } };
}
