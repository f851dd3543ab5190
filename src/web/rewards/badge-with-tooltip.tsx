import { useId, useState, type JSX } from 'react';
import type { Badge } from '#domain/rewards/badges.ts';

/**
 * A badge whose description appears under the pointer, on focus and on a tap, stays while the pointer is on it, and leaves
 * with Escape. The library's tooltip does not open on a tap, and positions by scripts what always has room here.
 */
export function BadgeWithTooltip({ badge }: { readonly badge: Badge }): JSX.Element {
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
