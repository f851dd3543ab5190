import type { Config } from '#server/config.ts';
import type { SubscriberRow } from '#server/db/tables.ts';

/** The route behind `unsubscribeUrl`. */
export const unsubscribePath = '/newsletter/unsubscribe/:token';

/**
 * The address by which a subscriber leaves, the same in every mail: opened in a browser it is a page with a button, and mail
 * programs post to it (RFC 8058).
 */
export const unsubscribeUrl = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { unsubscribe_token: token }: Pick<SubscriberRow, 'unsubscribe_token'>,
): string => publicUrl + unsubscribePath.replace(':token', token);
