// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { readToast } from '#web/ui/toast/toast.ts';
import { anAccount, openSection } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press, shownAddress } from '#test/support/web/auth-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import { DeletionSection } from './deletion-section.tsx';

beforeEach(forgetVisitor);

describe('the deletion of the account', () => {
  const deletionCall = 'POST /api/account/deletion';
  const open = async (responses = {}): Promise<ReturnType<typeof openSection>> => {
    const calls = openSection(DeletionSection, anAccount(), responses);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }));
    await screen.findByRole('alertdialog', { name: 'Delete your account?' });
    return calls;
  };
  const confirm = async (): Promise<void> => {
    await userEvent.type(screen.getByLabelText('Your password'), 'secret');
    await press('Delete my account');
  };

  test('lists the consequences, and does nothing when the donor keeps the account', async () => {
    const calls = await open();
    const dialog = screen.getByRole('alertdialog');
    for (const words of [
      /monthly gifts end/,
      /stay in our records, without your name/,
      /signed out on every device/,
      /cannot be undone/,
    ])
      expect(within(dialog).getByText(words)).toBeDefined();
    await press('Keep my account');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(calls.map(({ call }) => call)).not.toContain(deletionCall);
  });

  test('needs the password, signs the donor out and goes home', async () => {
    const calls = await open({ [deletionCall]: jsonResponse({}) });
    await press('Delete my account');
    expect(screen.getByText('This is not your current password')).toBeDefined();
    await confirm();
    await screen.findByRole('heading', { name: 'Home' });
    expect(shownAddress()).toBe('/');
    expect(calls.at(-1)).toEqual({ call: deletionCall, body: { password: 'secret' } });
    expect(readToast()).toMatchObject({ title: 'Your account has been deleted' });
    expect(document.cookie).not.toContain('signed_in=1');
  });

  test('shows the error for a wrong password under its field, and keeps the dialog open', async () => {
    await open({ [deletionCall]: refusalResponse(400, 'This is not your current password', 'password_wrong') });
    await confirm();
    await screen.findByText('This is not your current password');
    expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
    expect(screen.getByRole('alertdialog')).toBeDefined();
  });

  test('is not offered to the administrator', async () => {
    openSection(DeletionSection, anAccount({ isFirstAdministrator: true }));
    expect(await screen.findByText("The administrator's account cannot be deleted.")).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Delete my account…' })).toBeNull();
  });
});
