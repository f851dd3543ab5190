import type { ContactMessage } from '#contract/contact.ts';

/** A row of the list: a message, and how many others from its network it stands for. */
export interface InboxRow {
  readonly message: ContactMessage;
  /** Older messages that are not shown; 0 for an ordinary row. */
  readonly hiddenCount: number;
}

/** The messages as rows. Of a network that sent more than a few, only the newest is shown, unless it is among `expanded`. */
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

/** How many messages each network has sent. */
export function countByNetwork(messages: readonly ContactMessage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { network } of messages) if (network !== undefined) counts.set(network, (counts.get(network) ?? 0) + 1);
  return counts;
}

/** This many messages from one network are ordinary correspondence. */
export const ordinaryMax = 10;
