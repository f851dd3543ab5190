// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { catalogueSentences } from '#contract/admin/catalogue.ts';
import { pictureSentences } from '#contract/admin/pictures.ts';
import { publishingSentences } from '#contract/admin/publishing.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { adminCatalogue } from '#test/support/web/admin-catalogue.ts';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import CataloguePage from './catalogue-page.tsx';

const open = (
  responses: Parameters<typeof openLink>[2] = {},
  role: Parameters<typeof staffOf>[0] = 'content',
): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink('/admin/catalogue', <CataloguePage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/catalogue': jsonResponse(adminCatalogue),
    'POST /api/admin/catalogue': jsonResponse({ status: 'published', version: 2 }),
    ...responses,
  });
};

const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));

async function fill(label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
}

/** Changes the coffee's price to US$3.75. */
async function changePrice(): Promise<void> {
  await press('Edit Coffee');
  await fill('Price in US dollars', '3.75');
  await press('Use this snack');
}

const dearer = { ...adminCatalogue.document.snacks[0]!, priceMinor: 375 };
const withDearer = {
  ...adminCatalogue.document,
  snacks: [dearer, ...adminCatalogue.document.snacks.slice(1)],
};
const published = (calls: readonly StubCall[]) => mutatingCalls(calls).map(({ body }) => body);
const itemsOf = (list: string): readonly (string | null)[] =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const shownSnacks = () =>
  itemsOf('Snacks in the order of the donate page').map((text) => text?.match(/^[A-Z][a-z]+/)?.[0]);

beforeEach(forgetVisitor);

describe('the page of snacks and charities', () => {
  test('shows what donors see, what is retired and who changed what', async () => {
    open();
    await screen.findByRole('heading', { name: 'Snacks' });
    expect(itemsOf('Snacks in the order of the donate page')[0]).toContain('Coffee US$3.50 · 3 meals');
    expect(itemsOf('Retired snacks')[0]).toContain('Pastry');
    expect(screen.getByRole('row', { name: /^Version 1/ }).textContent).toContain('Pastry: offered: yes → no');
    expect(screen.getByText('Nothing is scheduled.')).toBeDefined();
  });

  test('shows the cards and the changes before anything is published', async () => {
    const calls = open();
    await changePrice();
    expect(mutatingCalls(calls)).toEqual([]);
    await press('Check and publish…');
    expect(itemsOf('What changes')).toEqual(['Coffee: price US$3.75, was US$3.50.']);
    expect(itemsOf('Snacks as donors see them')).toEqual(['CoffeeUS$3.75≈ 3 meals', 'ChipsUS$2.00≈ 2 meals']);
    await press('Publish');
    expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true');
    await fill('Reason', 'Beans cost more');
    await press('Publish');
    await screen.findByRole('button', { name: 'Edit Coffee' });
    expect(published(calls)).toEqual([{ document: withDearer, basedOn: 1, reason: 'Beans cost more' }]);
    expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull();
  });

  test('says what happens to the monthly donations to a charity that is retired', async () => {
    open();
    await press('Retire Maple Pantry');
    await press('Check and publish…');
    expect(screen.getByText(/^Maple Pantry has 12 monthly donations\. Their donors are asked/)).toBeDefined();
  });

  test('publishes from a later time, and shows why the server refuses it', async () => {
    const calls = open({
      'POST /api/admin/catalogue': refusalResponse(400, publishingSentences.inPast, 'version_in_past'),
    });
    await changePrice();
    await press('Check and publish…');
    await userEvent.click(screen.getByLabelText('At a later time'));
    await fill('Reason', 'Beans cost more');
    await press('Publish');
    expect(screen.getByLabelText('Day and time').getAttribute('aria-invalid')).toBe('true');
    expect(published(calls)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Day and time'), '2026-12-01T09:30');
    await press('Publish');
    await screen.findByText(publishingSentences.inPast);
    expect(published(calls)).toMatchObject([{ effectiveFrom: '2026-12-01T09:30:00.000Z' }]); // tests run in UTC
  });

  test('moves a snack, keeps the focus on the button and says where the snack is', async () => {
    open();
    await press('Move Chips up');
    expect(shownSnacks()).toEqual(['Chips', 'Coffee']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Chips up' }));
    expect(screen.getByText('Chips is now number 1 of 2.')).toBeDefined();
    await userEvent.keyboard('{Enter}'); // the snack is already first
    expect(shownSnacks()).toEqual(['Chips', 'Coffee']);
  });

  test('retires snacks and brings them back, but keeps at least one, and refuses a name that is taken', async () => {
    open();
    await press('Retire Coffee');
    expect(itemsOf('Retired snacks').map((text) => text?.slice(0, 6))).toEqual(['Coffee', 'Pastry']);
    await press('Retire Chips');
    expect(await screen.findByText('Donors need at least one snack to choose.')).toBeDefined();
    await press('Edit Chips');
    await fill('Name', 'pastry');
    await press('Use this snack');
    await press('Bring back Pastry');
    expect(await screen.findByText('Another snack is called Pastry. Two cannot have the same name.')).toBeDefined();
    await press('Drop changes');
    expect(shownSnacks()).toEqual(['Coffee', 'Chips']);
  });

  test('says what is wrong with each field of a new snack, and adds nothing', async () => {
    open();
    await press('Add a snack…');
    await fill('Price in US dollars', 'three');
    await fill('Meals', '1.5');
    await press('Use this snack');
    const dialog = within(screen.getByRole('dialog'));
    const sentences = [catalogueSentences.name, catalogueSentences.price, catalogueSentences.meals];
    for (const sentence of sentences) expect(dialog.getByText(sentence)).toBeDefined();
    await fill('Name', 'coffee');
    await fill('Price in US dollars', '2');
    await fill('Meals', '2');
    await press('Use this snack');
    expect(await dialog.findByText('Another snack is called coffee. Two cannot have the same name.')).toBeDefined();
    await fill('Name', 'Popcorn');
    await press('Use this snack');
    expect(shownSnacks()).toEqual(['Coffee', 'Chips', 'Popcorn']);
  });

  test('shows what someone else has published since, and combines both changes', async () => {
    let current = adminCatalogue;
    const calls = open({
      'GET /api/admin/catalogue': () => jsonResponse(current)(),
      'POST /api/admin/catalogue': () => {
        if (current.version === 2) return jsonResponse({ status: 'published', version: 3 })();
        const snacks = adminCatalogue.document.snacks.map((snack) => (snack.id === 4 ? { ...snack, meals: 4 } : snack));
        const theirs = { ...adminCatalogue.history[0]!, version: 2, publishedBy: 'olga', reason: 'Recount' };
        current = {
          ...adminCatalogue,
          version: 2,
          document: { ...adminCatalogue.document, snacks },
          history: [theirs, ...adminCatalogue.history],
        };
        return refusalResponse(409, 'olga published version 2.', 'version_outdated')();
      },
    });
    await changePrice();
    await press('Check and publish…');
    await fill('Reason', 'Beans cost more');
    await press('Publish');
    await screen.findByRole('heading', { name: 'Someone else has published since' });
    expect(screen.getByText(/^olga published version 2 .*: Recount$/)).toBeDefined();
    expect(itemsOf('What they changed')).toEqual(['Chips: meals 4, was 2.']);
    expect(itemsOf('What you changed, not published yet')).toEqual(['Coffee: price US$3.75, was US$3.50.']);
    await press('Keep both');
    expect(itemsOf('What changes')).toEqual(['Coffee: price US$3.75, was US$3.50.']);
    await fill('Reason', 'Beans cost more');
    await press('Publish');
    await waitFor(() => expect(published(calls)).toHaveLength(2));
    expect(published(calls)[1]).toMatchObject({ basedOn: 2, document: { snacks: [dearer, { id: 4, meals: 4 }, {}] } });
  });

  test('puts my changes on top of a version that someone else has scheduled since', async () => {
    const effectiveFrom = '2026-12-01T09:00:00.000Z';
    const snacks = adminCatalogue.document.snacks.map((snack) => (snack.id === 4 ? { ...snack, meals: 4 } : snack));
    const scheduled = [{ version: 2, effectiveFrom, document: { ...adminCatalogue.document, snacks } }];
    let current = adminCatalogue;
    const calls = open({
      'GET /api/admin/catalogue': () => jsonResponse(current)(),
      'POST /api/admin/catalogue': () => {
        if (current.version === 2) return jsonResponse({ status: 'published', version: 3 })();
        current = { ...adminCatalogue, version: 2, scheduled };
        return refusalResponse(409, 'olga published version 2.', 'version_outdated')();
      },
    });
    await changePrice();
    await press('Check and publish…');
    await fill('Reason', 'Beans cost more');
    await press('Publish');
    await screen.findByRole('heading', { name: 'Someone else has published since' });
    expect(itemsOf('What they changed')).toEqual(['Chips: meals 4, was 2.']);
    await press('Keep both');
    expect(itemsOf('What changes')).toEqual(['Coffee: price US$3.75, was US$3.50.', 'Chips: meals 4, was 2.']);
    await fill('Reason', 'Beans cost more');
    await press('Publish');
    await waitFor(() => expect(published(calls)).toHaveLength(2));
    // their time, so that their change is not brought forward
    expect(published(calls)[1]).toMatchObject({
      basedOn: 2,
      effectiveFrom,
      document: { snacks: [dearer, { id: 4, meals: 4 }, {}] },
    });
  });

  test('uploads a picture, and shows why the server refuses one', async () => {
    let respond = refusalResponse(400, pictureSentences.damaged, 'invalid_picture');
    const picture = `${'a'.repeat(64)}.webp`;
    const calls = open({ 'POST /api/admin/pictures': () => respond() });
    await press('Edit Coffee');
    const field = screen.getByLabelText<HTMLInputElement>('Picture');
    await userEvent.upload(field, new File(['x'], 'coffee.png', { type: 'image/png' }));
    expect(await screen.findByText(pictureSentences.damaged)).toBeDefined();
    respond = jsonResponse({ picture, width: 480, height: 360 });
    await userEvent.upload(field, new File(['x'], 'coffee.png', { type: 'image/png' }));
    await screen.findByRole('button', { name: 'Use our drawing' });
    expect(screen.queryByText(pictureSentences.damaged)).toBeNull();
    await press('Use this snack');
    await press('Check and publish…');
    await fill('Reason', 'A photo');
    await press('Publish');
    await waitFor(() =>
      expect(published(calls).at(-1)).toMatchObject({ document: { snacks: [{ id: 1, picture }, {}, {}] } }),
    );
  });

  test('refuses a picture that is too large or of another kind, without sending it', async () => {
    const calls = open();
    await press('Edit Coffee');
    const field = screen.getByLabelText<HTMLInputElement>('Picture');
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(field, new File(['<svg/>'], 'coffee.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByText(pictureSentences.wrongType)).toBeDefined();
    await user.upload(field, new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'coffee.png', { type: 'image/png' }));
    expect(await screen.findByText(pictureSentences.tooLarge)).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('shows a scheduled version, which can be changed or canceled', async () => {
    const effectiveFrom = '2026-12-01T09:00:00.000Z';
    const calls = open({
      'GET /api/admin/catalogue': jsonResponse({
        ...adminCatalogue,
        version: 2,
        scheduled: [{ version: 2, effectiveFrom, document: withDearer }],
      }),
    });
    expect(await screen.findByRole('heading', { name: 'Version 2, from Dec 1, 2026, 9:00 AM' })).toBeDefined();
    await press('Edit version 2');
    expect(itemsOf('Snacks in the order of the donate page')[0]).toContain('US$3.75');
    expect(screen.getByRole('button', { name: 'Check and publish…' })).toBeDefined(); // to publish it from another time
    await press('Drop changes');
    await press('Cancel version 2');
    expect(screen.getByText('Donors see no change.')).toBeDefined();
    expect(
      screen.getByText(/^Version 2 will apply from Dec 1, 2026.* undoes every change that yours lacks\.$/),
    ).toBeDefined();
    await fill('Reason', 'Not yet');
    await press('Publish');
    await waitFor(() => expect(published(calls)).toMatchObject([{ basedOn: 2, document: adminCatalogue.document }]));
  });

  test('is read-only for an Auditor', async () => {
    open({}, 'auditor');
    expect((await screen.findAllByText('Coffee')).length).toBeGreaterThan(0);
    expect(screen.queryAllByRole('button', { name: /^(Edit|Retire|Move|Add|Bring back)/ })).toEqual([]);
  });

  test('says that it could not load, and tries again', async () => {
    let respond = refusalResponse(500, 'Something broke.');
    open({ 'GET /api/admin/catalogue': () => respond() });
    await screen.findByText("We couldn't load snacks and charities.");
    respond = jsonResponse(adminCatalogue);
    await press('Try Again');
    expect(await screen.findByRole('heading', { name: 'Snacks' })).toBeDefined();
  });
});
