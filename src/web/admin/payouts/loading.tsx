import type { JSX } from 'react';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** Shown until the page's data has arrived. */
export const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-16">
    <Spinner label="Loading…" />
  </p>
);
