import { useId, useState, type JSX } from 'react';
import { badgeCatalogue, badgeIds, type Badge } from '#domain/rewards/badges.ts';
import { displayRewards, type Rewards } from '#domain/rewards/rewards.ts';
import type { NextBadge } from '#domain/rewards/streak-goal.ts';

/** The earned badges, then the others in gray, except the next one, which has its own card (spec 2, Rewards). */
export function BadgeShelf({ rewards }: { readonly rewards: Rewards }): JSX.Element {
  const { badges, nextBadge: next } = displayRewards(rewards);
  const locked = badgeIds.filter((id) => !rewards.badges.includes(id) && id !== next?.id);
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
      {locked.length > 0 && (
        <>
          <h3 className="text-lg">Still to earn</h3>
          <BadgeGrid badges={locked.map((id) => badgeCatalogue[id])} isLocked />
        </>
      )}
    </section>
  );
}

const BadgeGrid = ({ badges, isLocked = false }: { badges: readonly Badge[]; isLocked?: boolean }): JSX.Element => (
  <ul className={isLocked ? 'badge-grid badge-grid-locked' : 'badge-grid'}>
    {badges.map((badge) => (
      <li key={badge.id}>
        <BadgeWithTooltip badge={badge} />
      </li>
    ))}
  </ul>
);

/** A badge whose description appears on hover, focus and tap, stays while the pointer is on it, and closes with Escape. */
function BadgeWithTooltip({ badge }: { readonly badge: Badge }): JSX.Element {
  const [isDismissed, setIsDismissed] = useState(false);
  const descriptionId = useId();
  return (
    <div className="badge" data-dismissed={isDismissed} onPointerEnter={() => setIsDismissed(false)}>
      <button
        type="button"
        aria-describedby={descriptionId}
        className="badge-button"
        onFocus={() => setIsDismissed(false)}
        onClick={() => setIsDismissed(false)}
        onKeyDown={({ key }) => key === 'Escape' && setIsDismissed(true)}
      >
        <img src={`/badges/${badge.icon}`} alt="" width="96" height="96" loading="lazy" />
        <span>{badge.name}</span>
      </button>
      <span role="tooltip" id={descriptionId} className="badge-tooltip">
        {badge.description}
      </span>
    </div>
  );
}

/** The next badge and how to earn it (spec 4, Next-badge hint), or a thank-you if all badges are earned. */
export function NextBadgeCard({ rewards }: { readonly rewards: Rewards }): JSX.Element {
  const { nextBadge: next } = displayRewards(rewards);
  return (
    <section aria-labelledby="next-badge-heading" className="rewards-card next-badge">
      <h2 id="next-badge-heading" className="text-lg">
        {next ? 'Next Badge to Unlock' : 'Every badge is yours'}
      </h2>
      {next ? <NextBadgeHint next={next} /> : <p>You&apos;ve earned all {badgeIds.length}. Thank you!</p>}
    </section>
  );
}

const NextBadgeHint = ({ next: { id, name, hint } }: { readonly next: NextBadge }): JSX.Element => (
  <div className="flex flex-wrap items-center gap-4">
    <img src={`/badges/${badgeCatalogue[id].icon}`} alt="" width="72" height="72" />
    <div className="next-badge-text">
      <p className="text-lg font-extrabold">{name}</p>
      <p>{hint}</p>
    </div>
  </div>
);
