import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { DeviceAnswer } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { DeedButton } from '#web/ui/deed-button.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AccountSection } from './account-section.tsx';
import { DeviceRow } from './device-row.tsx';
import { focusHeading } from './focus-heading.ts';
import { useTellRefusal } from '#web/session/index.ts';
import { refreshDevices, useDevices } from './use-devices.ts';

/** Where the donor is signed in, and the way out from afar. */
export const DevicesSection = (): JSX.Element => (
  <AccountSection id="devices" title="Devices">
    <p className="text-muted">
      Where you are signed in. If you do not know one of them, sign it out and change your password.
    </p>
    <Devices />
  </AccountSection>
);

/** The devices in one of their faces. The list is never empty: whoever reads it is signed in. */
function Devices(): JSX.Element {
  const { data: devices, isError, refetch } = useDevices();
  if (devices) return <DeviceList devices={devices} />;
  if (isError) return <FailedBox text="Failed to load your devices" onRetry={() => void refetch()} />;
  return (
    <div role="status">
      <span className="sr-only">Loading your devices…</span>
      <Skeleton className="account-device-skeleton" />
    </div>
  );
}

function DeviceList({ devices }: { readonly devices: readonly DeviceAnswer[] }): JSX.Element {
  const others = devices.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className="account-devices">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {others.length > 0 && <EndOthersButton />}
    </>
  );
}

function EndOthersButton(): JSX.Element {
  const cache = useQueryClient();
  const tell = useTellRefusal();
  const endOthers = async (): Promise<void> => {
    try {
      const { ended } = await callEndpoint(accountEndpoints.endOtherDevices, {});
      showToast({ title: ended === 1 ? 'One device is signed out' : `${ended} devices are signed out` });
      await refreshDevices(cache);
      focusHeading('devices');
    } catch (problem) {
      tell(problem, { title: 'They were not signed out' });
    }
  };
  return (
    <DeedButton tone="secondary" className="justify-self-start" run={endOthers} busyText="Signing out…">
      Sign out everywhere else
    </DeedButton>
  );
}
