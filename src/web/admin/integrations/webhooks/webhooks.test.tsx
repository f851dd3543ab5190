// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/admin/webhooks.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import IntegrationsPage from '../integrations-page.tsx';

const endpoint: WebhookEndpoint = {
  id: 'whk_1',
  url: 'https://hooks.example.org/kindbite',
  description: 'The data warehouse',
  events: ['donation.settled', 'payout.paid'],
  status: 'active',
  createdAt: '2026-11-21T12:00:00.000Z',
  failingSince: null,
  formerSecretUntil: null,
};

const delivery: WebhookDelivery = {
  id: 'whd_1',
  event: 'donation.settled',
  eventId: 'evt_1',
  body: '{"type":"donation.settled"}',
  status: 'failed',
  createdAt: '2026-11-21T12:00:00.000Z',
  nextAttemptAt: null,
  attempts: [
    { number: 2, at: '2026-11-21T12:05:00.000Z', statusCode: 500, problem: null, answer: 'out of disk' },
    {
      number: 1,
      at: '2026-11-21T12:00:00.000Z',
      statusCode: null,
      problem: 'There was no response in time.',
      answer: null,
    },
  ],
};

const open = (responses: Parameters<typeof openLink>[2] = {}, role: StaffRole = 'owner'): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink('/admin/integrations', <IntegrationsPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/tokens': jsonResponse([]),
    'GET /api/admin/webhooks': jsonResponse([
      endpoint,
      { ...endpoint, id: 'whk_2', url: 'https://off.example.org', status: 'off' },
    ]),
    ...responses,
  });
};

const rowOf = (url: string) => screen.findByRole('row', { name: new RegExp(`^${url}`) });

async function choose(url: string, button: string): Promise<void> {
  await userEvent.click(within(await rowOf(url)).getByRole('button', { name: button }));
}

async function confirm(button: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Reason'), 'Asked by the board');
  await userEvent.click(screen.getByRole('button', { name: button }));
}

async function fillIn(url: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Add an endpoint…' }));
  await userEvent.type(await screen.findByLabelText('Address'), url);
}

beforeEach(forgetVisitor);

describe('the webhooks on the integrations page', () => {
  test('are listed with their events and their status', async () => {
    open();
    expect((await rowOf(endpoint.url)).textContent).toMatch(/The data warehousedonation\.settledpayout\.paidActive/);
    expect((await rowOf('https://off')).textContent).toMatch(/Switched off/);
  });

  test('are for Owners only', async () => {
    const calls = open({}, 'finance');
    await screen.findByText('There are no tokens.');
    expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull();
    expect(calls.some(({ call }) => call === 'GET /api/admin/webhooks')).toBe(false);
  });

  test('get a new endpoint, whose secret is shown once', async () => {
    const calls = open({ 'POST /api/admin/webhooks': jsonResponse({ id: 'whk_3', secret: 'whsec_new' }) });
    await fillIn('https://new.example.org/hook');
    await userEvent.click(screen.getByLabelText('plan.changed'));
    await confirm('Add the endpoint');
    expect(await screen.findByLabelText<HTMLInputElement>('Secret')).toMatchObject({ value: 'whsec_new' });
    expect(mutatingCalls(calls)).toEqual([
      {
        call: 'POST /api/admin/webhooks',
        body: {
          url: 'https://new.example.org/hook',
          description: '',
          events: ['donation.settled', 'donation.refunded', 'payout.paid'],
          reason: 'Asked by the board',
        },
      },
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText('Secret'));
    await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByLabelText('Secret')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Webhooks' }));
  });

  test('need at least one event', async () => {
    const calls = open();
    await fillIn('https://new.example.org/hook');
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
    await confirm('Add the endpoint');
    expect(await screen.findByText('Please choose at least one event.')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('explain an address that is refused', async () => {
    const sentence = 'This address is not reachable from the public internet. Please enter one that is.';
    open({ 'POST /api/admin/webhooks': refusalResponse(400, sentence, 'webhook_address_refused') });
    await fillIn('https://10.0.0.1/');
    await confirm('Add the endpoint');
    expect(await screen.findByText(sentence)).toBeDefined();
    const address = screen.getByLabelText('Address');
    expect(address).toBe(document.activeElement);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(sentence).closest('[role=alert]')?.id).toBe('webhook-url-problem');
    expect(address.getAttribute('aria-describedby')).toContain('webhook-url-problem');
    expect(screen.queryByLabelText('Secret')).toBeNull();
  });

  test('change the address and the events of an endpoint', async () => {
    const calls = open({ 'POST /api/admin/webhooks/whk_1': jsonResponse({}) });
    await choose(endpoint.url, 'Change…');
    const address = await screen.findByLabelText<HTMLInputElement>('Address');
    expect(address.value).toBe(endpoint.url);
    await userEvent.clear(address);
    await userEvent.type(address, 'https://new.example.org/hook');
    await userEvent.click(screen.getByLabelText('plan.changed'));
    await confirm('Change the endpoint');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([
      {
        call: 'POST /api/admin/webhooks/whk_1',
        body: {
          url: 'https://new.example.org/hook',
          description: 'The data warehouse',
          events: ['donation.settled', 'plan.changed', 'payout.paid'],
          reason: 'Asked by the board',
        },
      },
    ]);
  });

  test('show the new address above the deliveries after a change', async () => {
    let current = endpoint;
    open({
      'GET /api/admin/webhooks': () => jsonResponse([current])(),
      'GET /api/admin/webhooks/whk_1/deliveries': jsonResponse([delivery]),
      'POST /api/admin/webhooks/whk_1': () => {
        current = { ...endpoint, url: 'https://new.example.org/hook' };
        return jsonResponse({})();
      },
    });
    await choose(endpoint.url, 'Deliveries');
    expect(await screen.findByRole('heading', { name: `Deliveries to ${endpoint.url}` })).toBeDefined();
    await choose(endpoint.url, 'Change…');
    await confirm('Change the endpoint');
    expect(await screen.findByRole('heading', { name: 'Deliveries to https://new.example.org/hook' })).toBeDefined();
  });

  test.each([
    { button: 'Send a test…', action: 'Send the test', call: 'test' },
    { button: 'Pause…', action: 'Pause the endpoint', call: 'pause' },
    { button: 'Remove…', action: 'Remove the endpoint', call: 'remove' },
  ])('ask for a reason: $button', async ({ button, action, call }) => {
    const name = `POST /api/admin/webhooks/whk_1/${call}`;
    const calls = open({ [name]: jsonResponse({}) });
    await choose(endpoint.url, button);
    await confirm(action);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([{ call: name, body: { reason: 'Asked by the board' } }]);
  });

  test('resume an endpoint that was switched off', async () => {
    const calls = open({ 'POST /api/admin/webhooks/whk_2/resume': jsonResponse({}) });
    await choose('https://off', 'Resume…');
    await confirm('Resume the endpoint');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(mutatingCalls(calls)).toHaveLength(1);
  });

  test('show the new secret of an endpoint', async () => {
    open({ 'POST /api/admin/webhooks/whk_1/rotate': jsonResponse({ id: 'whk_1', secret: 'whsec_next' }) });
    await choose(endpoint.url, 'New secret…');
    await confirm('Make the secret');
    expect(await screen.findByLabelText<HTMLInputElement>('Secret')).toMatchObject({ value: 'whsec_next' });
  });

  test('keep a new secret on the page until it is copied', async () => {
    open({ 'POST /api/admin/webhooks/whk_1/rotate': jsonResponse({ id: 'whk_1', secret: 'whsec_next' }) });
    await choose(endpoint.url, 'New secret…');
    await confirm('Make the secret');
    const secret = await screen.findByLabelText('Secret');
    for (const dialog of document.querySelectorAll('dialog')) {
      fireEvent(dialog, new Event('cancel', { cancelable: true })); // Escape
      fireEvent.pointerDown(dialog, { clientX: 1, clientY: 1 }); // outside
    }
    expect(screen.getByLabelText('Secret')).toBe(secret);
    expect(screen.queryByRole('button', { name: 'Add an endpoint…' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(await rowOf(endpoint.url)).toBeDefined();
  });

  test('show every attempt of a delivery, and send it again', async () => {
    const calls = open({
      'GET /api/admin/webhooks/whk_1/deliveries': jsonResponse([delivery]),
      'POST /api/admin/webhook-deliveries/whd_1/redeliver': jsonResponse({}),
    });
    await choose(endpoint.url, 'Deliveries');
    const row = await screen.findByRole('row', { name: /^donation\.settled/ });
    expect(row.textContent).toMatch(/Failed2 attempts.*: response 500out of disk.*There was no response in time\./);
    await userEvent.click(within(row).getByRole('button', { name: 'Send again…' }));
    await confirm('Send it again');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([
      { call: 'POST /api/admin/webhook-deliveries/whd_1/redeliver', body: { reason: 'Asked by the board' } },
    ]);
  });
});
