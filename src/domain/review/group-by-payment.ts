/**
 * Groups messages about the same payment: messages that share an id, directly or through others. Groups are in the order of
 * their first messages, and the messages of a group keep their order.
 */
export function groupByPayment<Message extends { readonly ids: readonly string[] }>(
  messages: readonly Message[],
): Message[][] {
  const positions = new Map(messages.map((message, position) => [message, position]));
  let groups: { readonly ids: Set<string>; readonly members: Message[] }[] = [];
  for (const message of messages) {
    const related = groups.filter(({ ids }) => message.ids.some((id) => ids.has(id)));
    const merged = {
      ids: new Set([...related.flatMap(({ ids }) => [...ids]), ...message.ids]),
      members: [...related.flatMap(({ members }) => members), message],
    };
    groups = [...groups.filter((group) => !related.includes(group)), merged];
  }
  const positionOf = (message: Message | undefined): number => (message && positions.get(message)) ?? 0;
  return groups
    .map(({ members }) => members.toSorted((one, other) => positionOf(one) - positionOf(other)))
    .toSorted(([one], [other]) => positionOf(one) - positionOf(other));
}
