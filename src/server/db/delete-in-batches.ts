import { setImmediate as letOthersRun } from 'node:timers/promises';

/**
 * Deletes rows in batches, so that other work is not held up, until a batch is not full. Stops after 100 batches; the next
 * round continues. Returns how many rows were deleted.
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
