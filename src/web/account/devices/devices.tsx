import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { DeviceResponse } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { useRefusalToast } from '#web/session/index.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { Badge, focusHeading } from '../account-section.tsx';
import { deviceName } from './device-name.ts';
import { DevicesSkeleton } from './devices-skeleton.tsx';
import { refreshDevices, useDevices } from './use-devices.ts';

/** The list is never empty, because it contains the device in use. */
export const Devices = (): JSX.Element => (
  <QueryView query={useDevices()} loading={<DevicesSkeleton />} failure="Failed to load your devices">
    {(devices) => <DeviceList devices={devices} />}
  </QueryView>
);

function DeviceList({ devices }: { readonly devices: readonly DeviceResponse[] }): JSX.Element {
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

function DeviceRow({ device }: { readonly device: DeviceResponse }): JSX.Element {
  const name = deviceName(device.device);
  return (
    <li className="account-device">
      <div>
        <p className="account-device-name">
          {name}
          {device.isCurrent && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          Last used <time dateTime={device.seenAt}>{formatMoment(new Date(device.seenAt))}</time>
        </p>
      </div>
      {!device.isCurrent && <EndButton id={device.id} name={name} />}
    </li>
  );
}

function EndButton({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  const cache = useQueryClient();
  const showRefusal = useRefusalToast();
  const end = async (): Promise<void> => {
    try {
      await endDevice(id);
      showToast({ title: 'Signed out', description: `${name} has to sign in again.` });
      await refreshDevices(cache);
      focusHeading('devices');
    } catch (problem) {
      showRefusal(problem, { title: `We couldn't sign out ${name}` });
    }
  };
  return (
    <ActionButton tone="secondary" aria-label={`Sign out ${name}`} run={end} busyText="Signing out…">
      Sign out
    </ActionButton>
  );
}

/** Signs a device out. Also succeeds for a device that is already signed out. */
async function endDevice(id: string): Promise<void> {
  try {
    await callEndpoint(accountCalls.endDevice, { params: { id } });
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.code !== 'not_found') throw problem;
  }
}

function EndOthersButton(): JSX.Element {
  const cache = useQueryClient();
  const showRefusal = useRefusalToast();
  const endOthers = async (): Promise<void> => {
    try {
      const { ended } = await callEndpoint(accountCalls.endOtherDevices, {});
      showToast({ title: ended === 1 ? 'Signed out of one device' : `Signed out of ${ended} devices` });
      await refreshDevices(cache);
      focusHeading('devices');
    } catch (problem) {
      showRefusal(problem, { title: "We couldn't sign them out" });
    }
  };
  return (
    <ActionButton tone="secondary" className="justify-self-start" run={endOthers} busyText="Signing out…">
      Sign out everywhere else
    </ActionButton>
  );
}
