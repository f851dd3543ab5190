import type { JSX } from 'react';

/** The hero's bowl, which fills once when the gift is done. */
export const FilledBowl = (): JSX.Element => (
  <div className="filled-bowl" aria-hidden="true">
    <img src="/art/bowl-empty.svg" alt="" width={160} height={120} />
    <img src="/art/bowl.svg" alt="" width={160} height={120} className="filled-bowl-food" />
  </div>
);
