/** A change of the session: a sign-in, a sign-out, or the discovery that the server no longer knows the session. */
export type SessionChange = (typeof changes)[number];

const changes = ['signed_in', 'signed_out', 'expired'] as const;

let channel: BroadcastChannel | undefined;

/** Tells the other tabs of this browser about a change, if they can be reached. */
export const tellOtherTabs = (change: SessionChange): void => channel?.postMessage(change);

/**
 * Calls `onChange` for every change in another tab, until the signal aborts. A page that is left closes its channel, so that
 * browsers can keep the page for the back button.
 */
export function followOtherTabs(onChange: (change: SessionChange) => void, signal: AbortSignal): void {
  const open = (): void => {
    channel ??= openChannel();
    channel?.addEventListener('message', handleMessage);
  };
  const handleMessage = ({ data }: MessageEvent): void => changes.filter((change) => change === data).forEach(onChange);
  const close = (): void => {
    channel?.close();
    channel = undefined;
  };
  open();
  window.addEventListener('pageshow', open, { signal });
  window.addEventListener('pagehide', close, { signal });
  signal.addEventListener('abort', close);
}

/** Opens the channel. Returns `undefined` if the browser has no channels or blocks them together with all site data. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('session');
  } catch {
    return undefined;
  }
}
