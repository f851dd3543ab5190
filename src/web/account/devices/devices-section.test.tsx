// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeviceResponse } from '#contract/account/account-settings.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import { anAccount, openSection } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press } from '#test/support/web/auth-page.tsx';
import { jsonResponse, mutatingCalls, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import { DevicesSection } from './devices-section.tsx';

const listCall = 'GET /api/account/devices';
const seenAt = '2026-11-21T14:05:00.000Z';

const here: DeviceResponse = {
  id: 'one',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  createdAt: seenAt,
  seenAt,
  isCurrent: true,
};
const phone: DeviceResponse = {
  ...here,
  id: 'two/2',
  device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
  isCurrent: false,
};
const desk: DeviceResponse = { ...here, id: 'three', device: 'Firefox/144.0 (Windows NT 10.0)', isCurrent: false };

/** Opens the section. The server responds to each request with what `devices` returns then. */
const open = (devices: () => DeviceResponse[], responses = {}): ReturnType<typeof openSection> =>
  openSection(DevicesSection, anAccount(), { [listCall]: () => jsonResponse(devices())(), ...responses });

const rows = async (): Promise<HTMLElement[]> => within(await screen.findByRole('list')).findAllByRole('listitem');

beforeEach(forgetVisitor);

describe('the devices', () => {
  test('have readable names and the time of their last use', async () => {
    open(() => [here, phone]);
    const texts = (await rows()).map((row) => Array.from(row.querySelectorAll('p'), ({ textContent }) => textContent));
    const lastUsed = `Last used ${formatMoment(new Date(seenAt))}`;
    expect(texts).toEqual([
      ['Firefox on LinuxThis device', lastUsed],
      ['Safari on iPhone', lastUsed],
    ]);
  });

  test('have no sign-out button when there is only one', async () => {
    open(() => [here]);
    await rows();
    expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
  });

  test('show a status while they load', async () => {
    openSection(DevicesSection, anAccount(), { [listCall]: noResponse });
    expect((await screen.findByText('Loading your devices…')).parentElement?.role).toBe('status');
  });

  test('show an error that Try Again recovers from', async () => {
    let respond = refusalResponse(500, 'Something broke.');
    openSection(DevicesSection, anAccount(), { [listCall]: () => respond() });
    await screen.findByText('Failed to load your devices');
    respond = jsonResponse([here]);
    await press('Try Again');
    expect(await rows()).toHaveLength(1);
  });
});

describe('signing a device out', () => {
  test.each([
    ['a device that is signed in', jsonResponse({})],
    ['a device that was signed out before', refusalResponse(404, 'This device is no longer signed in.', 'not_found')],
  ])('removes %s from the list and moves focus to the heading', async (_state, respond) => {
    let devices = [here, phone];
    const endCall = 'DELETE /api/account/devices/two%2F2';
    const calls = open(() => devices, {
      [endCall]: () => {
        devices = [here];
        return respond();
      },
    });
    await rows();
    await press('Sign out Safari on iPhone');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(mutatingCalls(calls)).toEqual([{ call: endCall, body: undefined }]);
    expect(readToast()).toMatchObject({ title: 'Signed out', description: 'Safari on iPhone has to sign in again.' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Devices' })));
  });

  test('shows a toast when it fails, and keeps the device in the list', async () => {
    open(() => [here, phone], { 'DELETE /api/account/devices/two%2F2': refusalResponse(500, 'Something broke.') });
    await rows();
    await press('Sign out Safari on iPhone');
    await waitFor(() => expect(readToast()).toMatchObject({ title: "We couldn't sign out Safari on iPhone" }));
    expect(await rows()).toHaveLength(2);
  });

  test('is possible for all devices except this one', async () => {
    let devices = [here, phone, desk];
    const calls = open(() => devices, {
      'DELETE /api/account/devices': () => {
        devices = [here];
        return jsonResponse({ ended: 2 })();
      },
    });
    await rows();
    await press('Sign out everywhere else');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(readToast()).toMatchObject({ title: 'Signed out of 2 devices' });
    expect(mutatingCalls(calls)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });
});
