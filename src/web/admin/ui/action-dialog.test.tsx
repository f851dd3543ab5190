// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type JSX } from 'react';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { reason } from '#contract/admin/reason.ts';
import { ApiError } from '#web/api-error.ts';
import { ServerData } from '#web/server-data.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { ActionDialog } from './action-dialog.tsx';

const schema = z.object({ reason, reference: z.string().check(z.minLength(1, 'Please enter the reference.')) });

interface Handlers {
  readonly run: (request: z.infer<typeof schema>) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Opens the dialog and returns its handlers. */
function open(run: Handlers['run'] = () => Promise.resolve()): Handlers {
  const handlers = { run: vi.fn<Handlers['run']>(run), onDone: vi.fn<() => void>(), onClose: vi.fn<() => void>() };
  render(
    <ServerData>
      <ActionDialog
        {...handlers}
        isOpen
        title="Mark this payout as paid?"
        schema={schema}
        action="Mark as paid"
        busyText="Marking…"
        cancelText="Keep as open"
        fields={(problems) => (
          <TextField id="reference" name="reference" label="Reference" problem={problems['reference']} />
        )}
      >
        CAD 12.00 leaves the bank.
      </ActionDialog>
    </ServerData>,
  );
  return handlers;
}

const dialog = () => within(screen.getByRole('alertdialog', { name: 'Mark this payout as paid?' }));
const press = (name: string): Promise<void> => userEvent.click(dialog().getByRole('button', { name }));
const fill = async (label: string, text: string): Promise<void> => userEvent.type(dialog().getByLabelText(label), text);

describe('the dialog of an action', () => {
  test('says what the action does, and asks for a reason', async () => {
    const { run } = open();
    expect(dialog().getByText('CAD 12.00 leaves the bank.')).toBeDefined();
    await fill('Reference', 'TX1');
    await fill('Reason', '   ');
    await press('Mark as paid');
    expect(dialog().getByText('Please enter a reason.')).toBeDefined();
    expect(document.activeElement).toBe(dialog().getByLabelText('Reason'));
    expect(run).not.toHaveBeenCalled();
  });

  test('shows the errors of other fields', async () => {
    open();
    await fill('Reason', 'The bank confirmed it');
    await press('Mark as paid');
    expect(dialog().getByText('Please enter the reference.')).toBeDefined();
  });

  test('sends the fields with the trimmed reason, and reports that it is done', async () => {
    const { run, onDone } = open();
    await fill('Reference', 'TX1');
    await fill('Reason', ' The bank confirmed it ');
    await press('Mark as paid');
    expect(run).toHaveBeenCalledExactlyOnceWith({ reference: 'TX1', reason: 'The bank confirmed it' });
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  test('shows why the server refused, stays open, and acts again when asked', async () => {
    const sentence = 'Grace marked this payout as paid at 1:05 PM.';
    const refusal = { text: sentence, code: 'conflict', sentence, serverSentence: sentence };
    const { run, onDone } = open(() => Promise.reject(new ApiError(409, refusal)));
    await fill('Reference', 'TX1');
    await fill('Reason', 'Paid');
    await press('Mark as paid');
    expect((await dialog().findByText(sentence)).closest('[role="alert"]')).not.toBeNull();
    expect(onDone).not.toHaveBeenCalled();
    await press('Mark as paid');
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('acts once while it is busy', async () => {
    const { run } = open(() => new Promise(() => {}));
    await fill('Reference', 'TX1');
    await fill('Reason', 'Paid');
    await press('Mark as paid');
    await press('Marking…');
    expect(run).toHaveBeenCalledOnce();
  });

  test('changes nothing when it is closed', async () => {
    const { run, onClose } = open();
    await press('Keep as open');
    expect(onClose).toHaveBeenCalledOnce();
    expect(run).not.toHaveBeenCalled();
  });

  test('leaves focus on the title of the page when the button that opened it is gone', async () => {
    render(
      <ServerData>
        <PayoutPage />
      </ServerData>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Pay…' }));
    await fill('Reason', 'The bank confirmed it');
    await press('Mark as paid');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay…' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('reloads the page after a refusal, but not before the dialog is closed', async () => {
    const sentence = 'Grace marked this payout as paid at 1:05 PM.';
    const refusal = { text: sentence, code: 'conflict', sentence, serverSentence: sentence };
    let status = 'open';
    const loadStatus = vi.fn<() => string>(() => status);
    const run = (): Promise<void> => {
      status = 'paid';
      return Promise.reject(new ApiError(409, refusal));
    };
    render(
      <ServerData>
        <PayoutPage loadStatus={loadStatus} run={run} />
      </ServerData>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Pay…' }));
    await fill('Reason', 'The bank confirmed it');
    await press('Mark as paid');
    expect(await dialog().findByText(sentence)).toBeDefined();
    expect(loadStatus).toHaveBeenCalledOnce();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay…' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });
});

interface PayoutPageProps {
  readonly loadStatus?: () => string;
  readonly run?: () => Promise<void>;
}

/** A page that offers to pay a payout until it is paid. The page loads the new status some time after the dialog has closed. */
function PayoutPage({ loadStatus, run = () => Promise.resolve() }: PayoutPageProps): JSX.Element {
  const query = useQuery({ queryKey: ['payout'], queryFn: loadStatus ?? (() => 'open'), staleTime: 0 });
  const [isOpen, setIsOpen] = useState(false);
  const [wasPaid, setIsPaid] = useState(false);
  const isPaid = wasPaid || query.data === 'paid';
  const finish = (): void => {
    setIsOpen(false);
    setTimeout(() => setIsPaid(true));
  };
  return (
    <>
      <h1>Payout</h1>
      {!isPaid && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Pay…
        </button>
      )}
      <ActionDialog
        isOpen={isOpen}
        title="Mark this payout as paid?"
        schema={z.object({ reason })}
        action="Mark as paid"
        busyText="Marking…"
        run={run}
        onDone={finish}
        onClose={() => setIsOpen(false)}
      >
        CAD 12.00 leaves the bank.
      </ActionDialog>
    </>
  );
}
