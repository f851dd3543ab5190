/** The product's password hashing library and nothing else. */
import { verify } from '@node-rs/argon2';
import { answerParent } from '../processes/answer-parent.ts';
import type { VerifyCommand, VerifyResult } from './verify-command.ts';

answerParent({ verify: verifyUntil }, async () => undefined);

async function verifyUntil({
  passwordHash,
  password,
  concurrency,
  milliseconds,
}: VerifyCommand): Promise<VerifyResult> {
  const startedAt = performance.now();
  let done = 0;
  const verifyRepeatedly = async (): Promise<void> => {
    while (performance.now() - startedAt < milliseconds) {
      if (!(await verify(passwordHash, password))) throw new Error('the password does not match the hash');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, verifyRepeatedly));
  return { done, elapsedMs: performance.now() - startedAt };
}
