import type { FastifyInstance, FastifyReply } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { leavesPerPage, publicLogSentences } from '#contract/public/log.ts';
import { fromHex, toHex } from '#domain/public-log/bytes.ts';
import { hashBytes } from '#domain/public-log/receipt-proof.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { readLatestHead, toSignedHead } from './tree-heads.ts';
import { readConsistencyProof, readInclusionProof } from './tree-hashes.ts';

/** Registers the endpoints of the public log. They return leaves and proofs only up to the newest signed head. */
export function publicLogRoutes(app: FastifyInstance, deps: Deps): void {
  const { read } = deps.db;
  registerEndpoint(app, deps, endpoints.getTreeHead, async ({ reply }) => {
    const head = await readLatestHead(read);
    if (!head) return sendRefusal(reply, 'not_found', publicLogSentences.noHead);
    allowCaching(reply, 'briefly');
    return toSignedHead(head);
  });
  proofRoutes(app, deps);
  registerEndpoint(app, deps, endpoints.listLeaves, async ({ params, reply }) => {
    const [page, size] = [numberOf(params.page), await signedSize(read)];
    if (page === undefined || page * leavesPerPage >= size)
      return sendRefusal(reply, 'not_found', publicLogSentences.noPage);
    const from = page * leavesPerPage;
    const until = Math.min(from + leavesPerPage, size);
    const leaves = await findLeaves(read, { from, until });
    allowCaching(reply, until - from === leavesPerPage ? 'forever' : 'briefly');
    return { from, commitments: leaves.map(({ commitment }) => toHex(commitment)) };
  });
  registerEndpoint(app, deps, endpoints.listLogKeys, async ({ reply }) => {
    const keys = await findKeys(read);
    allowCaching(reply, 'briefly');
    return {
      keys: keys.map((key, index) => ({
        keyId: key.key_id,
        publicKey: toHex(key.public_key),
        createdAt: key.created_at,
        previousKeyId: keys[index - 1]?.key_id ?? null,
        succession: key.succession && toHex(key.succession),
        reason: key.reason,
      })),
    };
  });
}

function proofRoutes(app: FastifyInstance, deps: Deps): void {
  const { read } = deps.db;
  registerEndpoint(app, deps, endpoints.getInclusionProof, async ({ params, reply }) => {
    const [commitment, treeSize] = [fromHex(params.commitment, hashBytes), numberOf(params.treeSize)];
    if (treeSize === undefined || treeSize > (await signedSize(read)))
      return sendRefusal(reply, 'not_found', publicLogSentences.noTree);
    const leafIndex = commitment && (await findLeafIndex(read, commitment));
    if (leafIndex === undefined || leafIndex >= treeSize)
      return sendRefusal(reply, 'not_found', publicLogSentences.noLeaf);
    const hashes = await readInclusionProof(read, leafIndex, treeSize);
    allowCaching(reply, 'forever');
    return { leafIndex, treeSize, hashes: hashes.map((hash) => toHex(hash)) };
  });
  registerEndpoint(app, deps, endpoints.getConsistencyProof, async ({ params, reply }) => {
    const [from, to] = [numberOf(params.from), numberOf(params.to)];
    if (from === undefined || to === undefined || from > to || to > (await signedSize(read)))
      return sendRefusal(reply, 'not_found', publicLogSentences.noTree);
    const hashes = await readConsistencyProof(read, from, to);
    allowCaching(reply, 'forever');
    return { from, to, hashes: hashes.map((hash) => toHex(hash)) };
  });
}

/** Lets everyone cache the response. */
function allowCaching(reply: FastifyReply, time: 'briefly' | 'forever'): void {
  reply.header('cache-control', time === 'forever' ? 'public, max-age=31536000, immutable' : 'public, max-age=10');
}

const numberOf = (text: string): number | undefined => (/^(0|[1-9]\d{0,11})$/.test(text) ? Number(text) : undefined);

/** Reads the number of leaves in the newest signed head; -1 before the first head. */
const signedSize = async (db: Queryable): Promise<number> => (await readLatestHead(db))?.tree_size ?? -1;

const findLeafIndex = async (db: Queryable, commitment: Uint8Array): Promise<number | undefined> =>
  (
    await db
      .selectFrom('log_leaves')
      .select('leaf_index')
      .where('commitment', '=', Buffer.from(commitment))
      .executeTakeFirst()
  )?.leaf_index;

const findLeaves = prepared((db, { from, until }: { readonly from: number; readonly until: number }) =>
  db
    .selectFrom('log_leaves')
    .select('commitment')
    .where('leaf_index', '>=', from)
    .where('leaf_index', '<', until)
    .orderBy('leaf_index'),
);

const findKeys = (db: Queryable) => db.selectFrom('log_keys').selectAll().orderBy('number').execute();
