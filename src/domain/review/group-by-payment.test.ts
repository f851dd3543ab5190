import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupByPayment } from './group-by-payment.ts';

const message = (name: string, ...ids: string[]) => ({ name, ids });
const namesOf = (groups: readonly { readonly name: string }[][]) =>
  groups.map((group) => group.map(({ name }) => name));

test('messages that share an id are one group, directly or through a third message', () => {
  const messages = [message('a', 'cs_1'), message('b', 'pi_1'), message('c', 'cs_2'), message('d', 'cs_1', 'pi_1')];
  expect(namesOf(groupByPayment(messages))).toEqual([['a', 'b', 'd'], ['c']]);
});

test('a message without ids is a separate group', () => {
  expect(namesOf(groupByPayment([message('a'), message('b')]))).toEqual([['a'], ['b']]);
});

const anyMessages = fc
  .array(fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6'), { maxLength: 3 }), { maxLength: 10 })
  .map((all) => all.map((ids, index) => message(String(index), ...ids)));

test('every message is in one group, and no two groups share an id', () => {
  fc.assert(
    fc.property(anyMessages, (messages) => {
      const groups = groupByPayment(messages);
      expect(
        groups
          .flat()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(messages.map(({ name }) => name).toSorted());
      const ids = groups.flatMap((group) => [...new Set(group.flatMap((one) => one.ids))]);
      expect(ids).toHaveLength(new Set(ids).size);
    }),
  );
});

test('the order of the messages does not change the groups', () => {
  const asSets = (messages: ReturnType<typeof message>[]) =>
    namesOf(groupByPayment(messages))
      .map((group) => group.toSorted().join())
      .toSorted();
  fc.assert(
    fc.property(anyMessages, (messages) => {
      expect(asSets(messages.toReversed())).toEqual(asSets(messages));
    }),
  );
});
