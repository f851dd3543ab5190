import type { JSX } from 'react';
import { badgeCatalogue } from '#domain/rewards/badges.ts';
import { nextBadge } from '#domain/rewards/streak-goal.ts';

/** The badge that the present streak leads to, and what to do for it (spec 4, Next-badge hint). */
export function NextBadgeCard({ streak }: { readonly streak: number }): JSX.Element {
  const { id, name, hint } = nextBadge(streak);
  return (
    <section aria-labelledby="next-badge-heading" className="rewards-card next-badge">
      <h2 id="next-badge-heading" className="text-lg">
        Next Badge to Unlock
      </h2>
      <div className="flex items-center gap-4">
        <img src={`/badges/${badgeCatalogue[id].icon}`} alt="" width="72" height="72" />
        <div>
          <p className="text-lg font-extrabold">{name}</p>
          <p>{hint}</p>
        </div>
      </div>
    </section>
  );
}
