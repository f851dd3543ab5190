// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#web/server-data.tsx';
import { readToast } from '#web/ui/toast/toast.ts';
import { anAccount, fill, openSection } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press, problemOf } from '#test/support/web/auth-page.tsx';
import { jsonResponse, mutatingCalls, refusalResponse } from '#test/support/web/stub-server.ts';
import { SecondFactorSection } from './second-factor-section.tsx';

const startCall = 'POST /api/account/second-factor';
const confirmCall = 'POST /api/account/second-factor/confirm';
const removalCall = 'POST /api/account/second-factor/removal';

const key = {
  secret: 'JBSWY3DPEHPK3PXPJB',
  uri: 'otpauth://totp/Kindbite:ada?secret=JBSWY3DPEHPK3PXPJB&issuer=Kindbite',
};
const recoveryCodes = ['7kq2-9fxm', 'm4td-zp8c'];

const open = async (changes = {}, responses = {}): Promise<ReturnType<typeof openSection>> => {
  const calls = openSection(SecondFactorSection, anAccount(changes), responses);
  await screen.findByRole('region', { name: 'Two-step sign-in' });
  return calls;
};

const confirmPassword = async (): Promise<void> => {
  await userEvent.click(screen.getByText('Set it up'));
  await screen.findByRole('form', { name: 'Set up two-step sign-in' });
  await fill('Your password', 'secret');
  await press('Set up');
};

const devicesKey = ['devices', 'usr_1'];

beforeEach(forgetVisitor);

describe('two-step sign-in', () => {
  test('is collapsed for a donor, and open for staff', async () => {
    await open();
    expect(screen.queryByRole('form', { name: 'Set up two-step sign-in' })).toBeNull();
    await open({ isStaff: true });
    expect(await screen.findByRole('form', { name: 'Set up two-step sign-in' })).toBeDefined();
    expect(screen.queryByText('Set it up')).toBeNull();
  });

  test('is turned on with the password, a QR code or key, and a code, and ends with the recovery codes', async () => {
    const calls = await open({}, { [startCall]: jsonResponse(key), [confirmCall]: jsonResponse({ recoveryCodes }) });
    queryClient.setQueryData(devicesKey, []);
    await confirmPassword();
    const code = await screen.findByRole('img', { name: 'QR code for your authenticator' });
    expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M\d/);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JB')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Authenticator code')));
    await fill('Authenticator code', ' 123456 ');
    await press('Turn on');
    expect(await screen.findByText('7kq2-9fxm')).toBeDefined();
    expect(screen.getByText('m4td-zp8c')).toBeDefined();
    expect(screen.getByText('On')).toBeDefined();
    expect(queryClient.getQueryState(devicesKey)?.isInvalidated).toBe(true);
    expect(mutatingCalls(calls)).toEqual([
      { call: startCall, body: { password: 'secret' } },
      { call: confirmCall, body: { code: '123456' } },
    ]);
    await press("I've saved them");
    expect(screen.queryByText('7kq2-9fxm')).toBeNull();
    expect(screen.getByRole('form', { name: 'Turn two-step sign-in off' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Two-step sign-in' }));
  });

  test('still shows the recovery codes after it is collapsed and opened again', async () => {
    await open({}, { [startCall]: jsonResponse(key), [confirmCall]: jsonResponse({ recoveryCodes }) });
    await confirmPassword();
    await fill('Authenticator code', '123456');
    await press('Turn on');
    await screen.findByText('7kq2-9fxm');
    await userEvent.click(screen.getByText('Change'));
    await userEvent.click(screen.getByText('Change'));
    expect(screen.getByText('7kq2-9fxm')).toBeDefined();
  });

  test('copies the codes, one per line', async () => {
    await open({}, { [startCall]: jsonResponse(key), [confirmCall]: jsonResponse({ recoveryCodes }) });
    await confirmPassword();
    await fill('Authenticator code', '123456');
    await press('Turn on');
    await screen.findByText('7kq2-9fxm');
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await press('Copy codes');
    expect(writeText).toHaveBeenCalledExactlyOnceWith('7kq2-9fxm\nm4td-zp8c');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
    writeText.mockRejectedValue(new Error('refused'));
    await press('Copied');
    await waitFor(() => expect(readToast()).toMatchObject({ title: "We couldn't copy the codes" }));
  });

  test('shows the error for a wrong password under its field', async () => {
    await open({}, { [startCall]: refusalResponse(400, 'This is not your current password', 'password_wrong') });
    await confirmPassword();
    await waitFor(() => expect(problemOf('Your password')).toBe('This is not your current password'));
  });

  test('shows the error for a wrong code under its field, and can be postponed', async () => {
    await open(
      {},
      { [startCall]: jsonResponse(key), [confirmCall]: refusalResponse(400, 'This code is not right.', 'code_wrong') },
    );
    await confirmPassword();
    await fill('Authenticator code', '000000');
    await press('Turn on');
    await waitFor(() => expect(problemOf('Authenticator code')).toBe('This code is not right.'));
    await press('Not now');
    expect(screen.getByRole('form', { name: 'Set up two-step sign-in' })).toBeDefined();
  });
});

describe('turning two-step sign-in off', () => {
  const turnOff = async (): Promise<void> => {
    await userEvent.click(screen.getByText('Change'));
    await screen.findByRole('form', { name: 'Turn two-step sign-in off' });
    await fill('Your password', 'secret');
    await fill('Authenticator code', '123456');
    await press('Turn off');
  };

  test('needs the password and a code', async () => {
    const calls = await open({ hasSecondFactor: true }, { [removalCall]: jsonResponse({}) });
    await turnOff();
    expect(await screen.findByRole('form', { name: 'Set up two-step sign-in' })).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([{ call: removalCall, body: { password: 'secret', code: '123456' } }]);
    expect(readToast()).toMatchObject({ title: 'Two-step sign-in is off' });
  });

  test.each([
    ['password_wrong', 'This is not your current password', 'Your password'],
    ['code_wrong', 'This code is not right.', 'Authenticator code'],
  ])('shows the sentence under its field when refused with %s', async (code, sentence, label) => {
    await open({ hasSecondFactor: true }, { [removalCall]: refusalResponse(400, sentence, code) });
    await turnOff();
    await waitFor(() => expect(problemOf(label)).toBe(sentence));
  });
});
