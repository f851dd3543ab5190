import type { JSX } from 'react';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';

export const DevicesSkeleton = (): JSX.Element => (
  <div role="status">
    <span className="sr-only">Loading your devices…</span>
    <Skeleton className="account-device-skeleton" />
  </div>
);
