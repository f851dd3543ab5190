import { BroadcastChannel } from 'node:worker_threads';
import { afterAll } from 'vitest';

/**
 * Gives pages under test `BroadcastChannel`, because happy-dom and the contexts of `vmForks` do not have it. Channels
 * close after their test file, because other files run in the same process.
 */
if (!('BroadcastChannel' in globalThis)) {
  const openChannels = new Set<BroadcastChannel>();
  class ChannelOfFile extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      openChannels.add(this);
    }
  }
  Object.assign(globalThis, { BroadcastChannel: ChannelOfFile });
  afterAll(() => {
    for (const channel of openChannels) channel.close();
  });
}
