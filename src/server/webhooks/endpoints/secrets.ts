import type { WebhookEndpointRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

type EncryptionDeps = Pick<Deps, 'encryption' | 'clock'>;

/** The stored form of an endpoint's secret, which can be read only for this endpoint. */
export const encryptSecret = ({ encryption }: EncryptionDeps, endpointId: string, secret: string): string =>
  encryption.encrypt(secret, purposeOf(endpointId));

/** The secrets that sign now, the current one first. Empty when their key is missing. */
export function readSecrets(
  { encryption, clock }: EncryptionDeps,
  endpoint: Pick<WebhookEndpointRow, 'secret' | 'former_secret' | 'former_secret_until'> & {
    readonly endpoint_id: string;
  },
): readonly string[] {
  const { former_secret: former, former_secret_until: until } = endpoint;
  const stored = [endpoint.secret];
  if (former !== null && until !== null && until > clock.now().toISOString()) stored.push(former);
  return stored.flatMap((text) => encryption.decrypt(text, purposeOf(endpoint.endpoint_id)) ?? []);
}

const purposeOf = (endpointId: string): string => `webhooks to ${endpointId}`;

/** Encrypts secrets with the current key if they have a former one. Can be repeated, even in several servers at the same time. */
export async function encryptWebhookSecrets({
  db,
  encryption,
  log,
}: Pick<Deps, 'db' | 'encryption' | 'log'>): Promise<void> {
  const endpoints = await db.read.selectFrom('webhook_endpoints').select(['id', 'secret', 'former_secret']).execute();
  const encryptAgain = (id: string, stored: string): string => {
    const secret = stored.startsWith(encryption.prefix) ? undefined : encryption.decrypt(stored, purposeOf(id));
    return secret === undefined ? stored : encryption.encrypt(secret, purposeOf(id));
  };
  for (const { id, secret, former_secret: former } of endpoints) {
    const next = { secret: encryptAgain(id, secret), former_secret: former && encryptAgain(id, former) };
    if (next.secret !== secret || next.former_secret !== former)
      await db.write
        .updateTable('webhook_endpoints')
        .set(next)
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute();
  }
  const unreadable = endpoints.filter(
    ({ id, secret }) => encryption.decrypt(secret, purposeOf(id)) === undefined,
  ).length;
  if (unreadable > 0)
    log.error({ unreadable }, 'webhook secrets cannot be read, because their key is missing; needs review');
}
