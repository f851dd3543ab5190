import { expect, test } from 'vitest';
import { accountsFor } from './movement-accounts.ts';

test('money that left the balance can be a fee, a loss, or a transfer to our bank', () => {
  expect(accountsFor(-2)).toEqual(['processing_fees', 'dispute_losses', 'bank']);
});

test('money that came in can also be income', () => {
  expect(accountsFor(2)).toEqual(['processing_fees', 'dispute_losses', 'other_income', 'bank']);
});
