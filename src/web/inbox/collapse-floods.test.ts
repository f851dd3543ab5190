import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { fromAda } from '#test/support/web/inbox-page.tsx';
import { collapseFloods, ordinaryMax } from './collapse-floods.ts';

const messageFrom = (network: string | undefined, index: number): ContactMessage => ({
  ...fromAda,
  id: `msg_${index}`,
  ...(network === undefined ? {} : { network }),
});
const networks = fc.array(fc.constantFrom('a', 'b', undefined), { maxLength: 40 });
const nothing: ReadonlySet<string> = new Set();

test('950 messages from one network are one row, and an earlier message from another is the next', () => {
  const flood = Array.from({ length: 950 }, (_, index) => messageFrom('flood', index));
  const earlier = messageFrom('home', 950);
  expect(collapseFloods([...flood, earlier], nothing)).toEqual([
    { message: flood[0], hiddenCount: 949 },
    { message: earlier, hiddenCount: 0 },
  ]);
});

test('ten messages from one network are ten rows, and eleven are one', () => {
  const messages = Array.from({ length: 11 }, (_, index) => messageFrom('a', index));
  expect(collapseFloods(messages.slice(0, 10), nothing)).toHaveLength(10);
  expect(collapseFloods(messages, nothing)).toHaveLength(1);
});

test('rows keep the order, stand for every message, and hide none of a small or unknown network', () => {
  fc.assert(
    fc.property(networks, fc.subarray(['a', 'b']), (senders, open) => {
      const messages = senders.map(messageFrom);
      const rows = collapseFloods(messages, new Set(open));
      const order = rows.map(({ message }) => messages.indexOf(message));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(rows.reduce((sum, { hiddenCount }) => sum + 1 + hiddenCount, 0)).toBe(messages.length);
      for (const { message, hiddenCount } of rows) {
        if (hiddenCount === 0) continue;
        expect(hiddenCount).toBeGreaterThanOrEqual(ordinaryMax);
        expect(open).not.toContain(message.network);
      }
    }),
  );
});
