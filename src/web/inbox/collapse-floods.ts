import type { ContactMessage } from '#contract/contact.ts';

/** A row of the list: a message, and the number of messages from its network that it hides. */
export interface InboxRow {
  readonly message: ContactMessage;
  /** Older messages that are not shown; 0 for an ordinary row. */
  readonly hiddenCount: number;
}

/** Turns messages into rows. If a network sent a flood, only its newest message gets a row, unless `expanded` has the network. */
export function collapseFloods(
  messages: readonly ContactMessage[],
  expanded: ReadonlySet<string>,
): readonly InboxRow[] {
  const counts = countByNetwork(messages);
  const shown = new Set<string>();
  return messages.flatMap((message): InboxRow[] => {
    const { network } = message;
    const count = network === undefined || expanded.has(network) ? 0 : (counts.get(network) ?? 0);
    if (network === undefined || count <= ordinaryMax) return [{ message, hiddenCount: 0 }];
    if (shown.has(network)) return [];
    shown.add(network);
    return [{ message, hiddenCount: count - 1 }];
  });
}

/** Counts the messages of each network. */
export function countByNetwork(messages: readonly ContactMessage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { network } of messages) if (network !== undefined) counts.set(network, (counts.get(network) ?? 0) + 1);
  return counts;
}

/** The most messages from one network that are not a flood. */
export const ordinaryMax = 10;
