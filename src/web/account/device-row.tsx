import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { DeviceAnswer } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { DeedButton } from '#web/ui/deed-button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { showToast } from '#web/ui/toast.ts';
import { Badge } from './account-section.tsx';
import { deviceName } from './device-name.ts';
import { focusHeading } from './focus-heading.ts';
import { useTellRefusal } from '#web/session/index.ts';
import { refreshDevices } from './use-devices.ts';

/** One device: its name, when it was used last, and the way out for every one but this. */
export function DeviceRow({ device }: { readonly device: DeviceAnswer }): JSX.Element {
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
  const tell = useTellRefusal();
  const end = async (): Promise<void> => {
    try {
      await endDevice(id);
      showToast({ title: 'Signed out', description: `${name} has to sign in again.` });
      await refreshDevices(cache);
      focusHeading('devices');
    } catch (problem) {
      tell(problem, { title: `${name} was not signed out` });
    }
  };
  return (
    <DeedButton tone="secondary" aria-label={`Sign out ${name}`} run={end} busyText="Signing out…">
      Sign out
    </DeedButton>
  );
}

/** A device that is not signed in any more is as it was meant to be. */
async function endDevice(id: string): Promise<void> {
  try {
    await callEndpoint(accountEndpoints.endDevice, { params: { id } });
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.code !== 'not_found') throw problem;
  }
}
