import type { Config } from '#server/config.ts';

/**
 * Whether an origin is this site's own: that of PUBLIC_URL; or, when that is on this very machine, any of the machine's
 * names for itself on the same port.
 */
export function isOwnOrigin(origin: string, config: Pick<Config, 'publicUrl'>): boolean {
  if (origin === config.publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  const own = new URL(config.publicUrl);
  return (
    asked.protocol === own.protocol &&
    asked.port === own.port &&
    loopbackNames.has(asked.hostname) &&
    loopbackNames.has(own.hostname)
  );
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
