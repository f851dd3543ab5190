import { standardWords, type Words } from '#domain/words/words.ts';
import type { TestApp } from '../app/start-app.ts';

/** Words that differ from those of a new installation. */
export const newWords = (changes: Partial<Words> = {}): Words => ({ ...standardWords, name: 'Snack Aid', ...changes });

/** Stores the next version of words, as another process would, and applies it. Returns its number. */
export async function insertWordsVersion({ deps }: Pick<TestApp, 'deps'>, words: Words = newWords()): Promise<number> {
  const now = deps.clock.now().toISOString();
  const version = deps.published.words.current().number + 1;
  await deps.db.write
    .insertInto('published_versions')
    .values({
      kind: 'words',
      version,
      document: JSON.stringify(words),
      effective_from: now,
      published_at: now,
      published_by: null,
      publisher_name: 'system',
      reason: 'New words',
    })
    .execute();
  await deps.published.words.refresh(deps.db.read);
  return version;
}
