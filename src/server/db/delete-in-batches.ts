import { setImmediate as letOthersRun } from 'node:timers/promises';

/**
 * Deletes rows in batches and lets other work run in between. Ends with the first batch that is not full, or after 100 batches;
 * the next call continues. Returns the number of deleted rows.
 */
export async function deleteInBatches(deleteBatch: (rowsMax: number) => Promise<number>): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const deleted = await deleteBatch(batchSize);
    count += deleted;
    if (deleted < batchSize) break;
    await letOthersRun();
  }
  return count;
}

const batchSize = 500;
const batchesMax = 100;
