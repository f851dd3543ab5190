import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { filterMessages, type StatusFilter } from './filter-messages.ts';

const aMessage = (changes: Partial<ContactMessage> = {}): ContactMessage => ({
  id: 'msg_1',
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'Receipts',
  message: 'Where is mine?',
  status: 'new',
  timestamp: '2026-11-21T12:00:00.000Z',
  ...changes,
});

const isFound = (search: string, changes: Partial<ContactMessage>): boolean =>
  filterMessages([aMessage(changes)], { search, status: 'all' }).length === 1;

const searched = ['name', 'email', 'subject', 'message'] as const;
const texts = fc.string({ unit: 'grapheme', maxLength: 12 });
const someMessage: fc.Arbitrary<ContactMessage> = fc.record({
  id: fc.string(),
  name: texts,
  email: texts,
  subject: texts,
  message: texts,
  status: fc.constantFrom('new', 'read'),
  timestamp: fc.constant('2026-11-21T12:00:00.000Z'),
});

describe('the search', () => {
  test.each([
    ['ADA', true],
    ['example.ORG', true],
    ['rec', true],
    ['is mine', true],
    ['  ada ', true],
    ['', true],
    ['ada@example.org Receipts', false],
    ['msg_1', false],
    ['new', false],
  ])('for %j finds the message: %s', (search, expected) => {
    expect(isFound(search, {})).toBe(expected);
  });

  test.each([
    ['STRASSE', 'Straße'],
    ['σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['jose\u0301', 'José'],
    ['JOSÉ', 'jose\u0301'],
  ])('for %s finds %s', (search, subject) => {
    expect(isFound(search, { subject })).toBe(true);
  });

  test('finds every message by any part of its four texts, in upper or lower case', () => {
    const part = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.constantFrom(...searched), part, texts, texts, (field, wanted, before, after) => {
        const changes = { [field]: before + wanted.join('') + after };
        expect(isFound(wanted.join('').toUpperCase(), changes)).toBe(true);
        expect(isFound(wanted.join('').toLowerCase(), changes)).toBe(true);
      }),
    );
  });
});

test('a message must match both search and status, and the order is kept', () => {
  const status = fc.constantFrom<StatusFilter>('all', 'new', 'read');
  fc.assert(
    fc.property(fc.array(someMessage), texts, status, (messages, search, chosen) => {
      const found = filterMessages(messages, { search, status: chosen });
      const bySearch = filterMessages(messages, { search, status: 'all' });
      const byStatus = filterMessages(messages, { search: '', status: chosen });
      expect(found).toEqual(messages.filter((message) => bySearch.includes(message) && byStatus.includes(message)));
      expect(byStatus).toEqual(messages.filter((message) => chosen === 'all' || message.status === chosen));
    }),
  );
});
