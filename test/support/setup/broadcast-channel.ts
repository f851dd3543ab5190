import { BroadcastChannel } from 'node:worker_threads';
import { afterAll } from 'vitest';

/**
 * Gives pages under test the channel between tabs, which neither happy-dom nor a context has. Channels close after their file,
 * because other files run in the same process.
 */
if (!('BroadcastChannel' in globalThis)) {
  const open = new Set<BroadcastChannel>();
  class ChannelOfFile extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      open.add(this);
    }
  }
  Object.assign(globalThis, { BroadcastChannel: ChannelOfFile });
  afterAll(() => {
    for (const channel of open) channel.close();
  });
}
