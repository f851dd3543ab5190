import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subtotalOf, type Snack } from '#domain/donation/basket.ts';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { specRates, fromBase } from '#domain/money/exchange.ts';
import { money } from '#domain/money/money.ts';
import {
  changeDraft,
  summarizeBasket,
  emptyDraft,
  withSuggestedCharity,
  type Draft,
  type DraftChange,
} from './draft.ts';
import { lineAmounts } from '../figures.ts';
import { draftText, parseDraft } from './stored-draft.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);
const anyCurrency = fc.constantFrom(...codes);
const snack = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  name: fc.string({ minLength: 1, maxLength: 12 }),
  price: fc.integer({ min: 1, max: 2_000 }).map((cents) => money(cents, 'USD')),
  meals: fc.integer({ min: 1, max: 9 }),
});
const change: fc.Arbitrary<DraftChange> = fc.oneof(
  fc.record({ kind: fc.constant('snack_added' as const), snack }),
  fc.record({
    kind: fc.constant('quantity_changed' as const),
    snackId: fc.integer({ min: 1, max: 5 }),
    change: fc.constantFrom(1 as const, -1 as const),
  }),
  fc.record({ kind: fc.constant('snack_removed' as const), snackId: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    kind: fc.constant('custom_amount_set' as const),
    entered: fc.tuple(fc.integer({ min: 100, max: 1_000_000 }), anyCurrency).map(([minor, code]) => money(minor, code)),
  }),
  fc.record({ kind: fc.constant('charity_chosen' as const), charityId: fc.constantFrom(5, 6, 'none' as const) }),
  fc.record({
    kind: fc.constant('frequency_chosen' as const),
    frequency: fc.constantFrom('once' as const, 'monthly' as const),
  }),
  fc.record({ kind: fc.constant('catalogue_loaded' as const), snacks: fc.array(snack, { maxLength: 5 }) }),
);
const contentOf = ({ basket, charityId, frequency }: Draft): unknown => ({ basket, charityId, frequency });
const drafts = fc
  .array(change, { maxLength: 12 })
  .map((changes) =>
    changes.reduce(
      (draft, next, position) => changeDraft(draft, next, `key-number-${position}`),
      emptyDraft('first-key'),
    ),
  );

describe('a draft', () => {
  test('gets a new key if and only if its content changes', () => {
    fc.assert(
      fc.property(drafts, change, (draft, next) => {
        const changed = changeDraft(draft, next, 'the-new-key');
        if (changed === draft) expect(changed.idempotencyKey).toBe(draft.idempotencyKey);
        else {
          expect(changed.idempotencyKey).toBe('the-new-key');
          expect(contentOf(changed)).not.toEqual(contentOf(draft));
        }
      }),
    );
  });

  test('has the suggested charity until one is picked, under a key for each suggestion', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const [maple, world] = [withSuggestedCharity(draft, 6), withSuggestedCharity(draft, 5)];
        expect(withSuggestedCharity(draft, undefined)).toBe(draft);
        if (draft.charityId === undefined) {
          expect([maple.charityId, world.charityId]).toEqual([6, 5]);
          expect(new Set([draft, maple, world].map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
        } else {
          expect([maple, world]).toEqual([draft, draft]);
        }
      }),
    );
  });

  test('is read from storage exactly as it was written', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        expect(parseDraft(draftText(draft))).toEqual(draft);
      }),
    );
  });

  test.each([null, '', '[]', 'null', '{"basket":{"kind":"custom","enteredMinor":1.5,"currency":"CAD"}}'])(
    'cannot be read from %j',
    (text) => {
      expect(parseDraft(text)).toBeUndefined();
    },
  );

  test('is no longer submitted after a change', () => {
    const submitted = { ...emptyDraft('first-key'), isSubmitted: true };
    expect(changeDraft(submitted, { kind: 'frequency_chosen', frequency: 'monthly' }, 'new-key').isSubmitted).toBe(
      false,
    );
    expect(changeDraft(submitted, { kind: 'frequency_chosen', frequency: 'once' }, 'new-key')).toBe(submitted);
  });

  test('loses snacks that are no longer offered', () => {
    const coffee: Snack = { id: 1, name: 'Coffee', price: money(350, 'USD'), meals: 3 };
    const draft = changeDraft(emptyDraft('first-key'), { kind: 'snack_added', snack: coffee }, 'key-2');
    expect(changeDraft(draft, { kind: 'catalogue_loaded', snacks: [] }, 'key-3').basket).toEqual({ kind: 'empty' });
  });

  test.each([
    [[], ''],
    [[1], '1 snack'],
    [[1, 1, 2], '3 snacks'],
  ])('with the snacks %j is summarized as %j', (ids, description) => {
    const draft = ids.reduce(
      (soFar, id) =>
        changeDraft(
          soFar,
          { kind: 'snack_added', snack: { id, name: 'Chips', price: money(249, 'USD'), meals: 2 } },
          'key',
        ),
      emptyDraft('first-key'),
    );
    expect(summarizeBasket(draft.basket)).toBe(description);
  });
});

test('the lines of a stack add up to its subtotal in every currency', () => {
  const digits = (text: string): number => Number(text.replace(/[^0-9]/g, ''));
  fc.assert(
    fc.property(
      fc.uniqueArray(snack, { selector: ({ id }) => id, minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      anyCurrency,
      (list, quantity, currency) => {
        const items = list.map((item) => ({ ...item, quantity }));
        const total = lineAmounts(items, currency, specRates).reduce((sum, text) => sum + digits(text), 0);
        expect(total).toBe(fromBase(subtotalOf({ kind: 'stack', items }, specRates), currency, specRates).amountMinor);
      },
    ),
  );
});
