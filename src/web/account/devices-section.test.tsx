// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeviceAnswer } from '#contract/account-care.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { readToast } from '#web/ui/toast.ts';
import { anAccount, deedsOf, openSection } from '#test/support/account-visit.tsx';
import { forgetVisitor, press } from '#test/support/auth-page.tsx';
import { noAnswer } from '#test/support/donor-visit.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';
import { DevicesSection } from './devices-section.tsx';

const listCall = 'GET /api/account/devices';
const seenAt = '2026-11-21T14:05:00.000Z';

const here: DeviceAnswer = {
  id: 'one',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  createdAt: seenAt,
  seenAt,
  isCurrent: true,
};
const phone: DeviceAnswer = {
  ...here,
  id: 'two/2',
  device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
  isCurrent: false,
};
const desk: DeviceAnswer = { ...here, id: 'three', device: 'Firefox/144.0 (Windows NT 10.0)', isCurrent: false };

/** The devices are what the server says at each time. */
const open = (devices: () => DeviceAnswer[], answers = {}): ReturnType<typeof openSection> =>
  openSection(DevicesSection, anAccount(), { [listCall]: () => jsonAnswer(devices())(), ...answers });

const rows = async (): Promise<HTMLElement[]> => within(await screen.findByRole('list')).findAllByRole('listitem');

beforeEach(forgetVisitor);

describe('the devices', () => {
  test('have names that a person knows, and say when they were used', async () => {
    open(() => [here, phone]);
    const texts = (await rows()).map((row) => Array.from(row.querySelectorAll('p'), ({ textContent }) => textContent));
    const lastUsed = `Last used ${formatMoment(new Date(seenAt))}`;
    expect(texts).toEqual([
      ['Firefox on LinuxThis device', lastUsed],
      ['Safari on iPhone', lastUsed],
    ]);
  });

  test('leave no way out for the only one', async () => {
    open(() => [here]);
    await rows();
    expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
  });

  test('stand in for themselves while they load', async () => {
    openSection(DevicesSection, anAccount(), { [listCall]: noAnswer });
    expect((await screen.findByText('Loading your devices…')).parentElement?.role).toBe('status');
  });

  test('that did not come say so, and come at another try', async () => {
    let answer = refusalAnswer(500, 'Something broke.');
    openSection(DevicesSection, anAccount(), { [listCall]: () => answer() });
    await screen.findByText('Failed to load your devices');
    answer = jsonAnswer([here]);
    await press('Try Again');
    expect(await rows()).toHaveLength(1);
  });
});

describe('signing a device out', () => {
  test.each([
    ['that is signed in', jsonAnswer({})],
    ['that was signed out meanwhile', refusalAnswer(404, 'This device is not signed in any more.', 'not_found')],
  ])('%s takes it from the list and leads back to the heading', async (_state, answer) => {
    let devices = [here, phone];
    const endCall = 'DELETE /api/account/devices/two%2F2';
    const calls = open(() => devices, {
      [endCall]: () => {
        devices = [here];
        return answer();
      },
    });
    await rows();
    await press('Sign out Safari on iPhone');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(deedsOf(calls)).toEqual([{ call: endCall, body: undefined }]);
    expect(readToast()).toMatchObject({ title: 'Signed out', description: 'Safari on iPhone has to sign in again.' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Devices' })));
  });

  test('that fails says so, and the device stays', async () => {
    open(() => [here, phone], { 'DELETE /api/account/devices/two%2F2': refusalAnswer(500, 'Something broke.') });
    await rows();
    await press('Sign out Safari on iPhone');
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'Safari on iPhone was not signed out' }));
    expect(await rows()).toHaveLength(2);
  });

  test('everywhere else leaves this one alone', async () => {
    let devices = [here, phone, desk];
    const calls = open(() => devices, {
      'DELETE /api/account/devices': () => {
        devices = [here];
        return jsonAnswer({ ended: 2 })();
      },
    });
    await rows();
    await press('Sign out everywhere else');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(readToast()).toMatchObject({ title: '2 devices are signed out' });
    expect(deedsOf(calls)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });
});
