import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { AccountSection } from '../account-section.tsx';
import { DevicesSkeleton } from './devices-skeleton.tsx';

const Devices = lazy(async () => ({ default: (await import('./devices.tsx')).Devices }));

/** Lists the devices on which the donor is signed in, and signs them out. */
export const DevicesSection = (): JSX.Element => (
  <AccountSection id="devices" title="Devices">
    <p className="text-muted">
      Where you are signed in. If you don&apos;t recognize one, sign it out and change your password.
    </p>
    <LazyPart loading={<DevicesSkeleton />}>
      <Devices />
    </LazyPart>
  </AccountSection>
);
