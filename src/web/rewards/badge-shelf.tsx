import type { JSX } from 'react';
import { badgeCatalogue, badgeIds, type Badge } from '#domain/rewards/badges.ts';
import { displayRewards, type Rewards } from '#domain/rewards/rewards.ts';
import { BadgeWithTooltip } from './badge-with-tooltip.tsx';

/** Badges that were earned, and in grey those that wait behind the next one, which has a card of its own (spec 2, Rewards). */
export function BadgeShelf({ rewards }: { readonly rewards: Rewards }): JSX.Element {
  const { badges, nextBadge } = displayRewards(rewards);
  const waiting = badgeIds.filter((id) => !rewards.badges.includes(id) && id !== nextBadge.id);
  return (
    <section aria-labelledby="badges-heading" className="rewards-card">
      <h2 id="badges-heading" className="text-2xl">
        Badges Earned
      </h2>
      {badges.length === 0 ? (
        <p className="text-lg">Make a donation to earn your first badge!</p>
      ) : (
        <BadgeGrid badges={badges} />
      )}
      {waiting.length > 0 && (
        <>
          <h3 className="text-lg">Still to earn</h3>
          <BadgeGrid badges={waiting.map((id) => badgeCatalogue[id])} isWaiting />
        </>
      )}
    </section>
  );
}

const BadgeGrid = ({ badges, isWaiting = false }: { badges: readonly Badge[]; isWaiting?: boolean }): JSX.Element => (
  <ul className={isWaiting ? 'badge-grid badge-grid-waiting' : 'badge-grid'}>
    {badges.map((badge) => (
      <li key={badge.id}>
        <BadgeWithTooltip badge={badge} />
      </li>
    ))}
  </ul>
);
