import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { checkProof, readProofFile } from '#web/verify/check-proof.ts';

const runFile = promisify(execFile);
const python = new URL('verify_receipt.py', import.meta.url).pathname;

export const toolPath = new URL('../../../tools/verify-receipt.ts', import.meta.url).pathname;

/** A verifier's verdict on each file: `accepted`, or `refused: ` with the reason. */
export type Verdicts = Readonly<Record<string, string>>;

/** Contents of files by name. All values except texts are written as JSON. */
export type ProofFiles = Readonly<Record<string, unknown>>;

/** Gives the same files to all three verifiers. */
export async function verdictsOf(proofs: ProofFiles): Promise<Record<'web' | 'tool' | 'python', Verdicts>> {
  return withFiles(proofs, async (paths) => ({
    web: await runWeb(proofs),
    tool: verdictsIn((await runTool(...paths)).output),
    python: await runPython(paths),
  }));
}

/** Runs a function with the files on disk, and deletes them afterward. */
export async function withFiles<Result>(
  proofs: ProofFiles,
  run: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'));
  try {
    return await run(
      Object.entries(proofs).map(([name, content]) => {
        const path = join(folder, `${name}.json`);
        writeFileSync(path, textOf(content));
        return path;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** Runs the repository's tool from another folder, as a person with only this file would. */
export async function runTool(...args: string[]): Promise<{ readonly exitCode: number; readonly output: string }> {
  try {
    const { stdout } = await runFile(process.execPath, [toolPath, ...args], { cwd: tmpdir() });
    return { exitCode: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { exitCode: code, output: stdout };
  }
}

async function runPython(paths: readonly string[]): Promise<Verdicts> {
  const { TEST_PYTHON_PATH: path, TEST_OPENSSL_PATH: openssl, TEST_PYTHON_PROBLEM: problem } = process.env;
  if (path === undefined || openssl === undefined) throw new Error(problem ?? 'This test runs only under vitest.');
  return verdictsIn((await runFile(path, ['-I', python, openssl, ...paths])).stdout);
}

/** Checks the files as the page `/verify` does. */
async function runWeb(proofs: ProofFiles): Promise<Verdicts> {
  const verdicts: Record<string, string> = {};
  for (const [name, content] of Object.entries(proofs)) {
    const proof = await readProofFile(new Blob([textOf(content)]));
    const result = proof ? await checkProof(proof) : ({ code: 'refused', problem: 'not_a_proof' } as const);
    if (result.code === 'unsupported') throw new TypeError('this Node has no Web Crypto as browsers have it');
    verdicts[name] = result.code === 'refused' ? `refused: ${result.problem}` : 'accepted';
  }
  return verdicts;
}

const verdictsIn = (output: string): Verdicts =>
  Object.fromEntries(
    [...output.matchAll(/^(\S+): (accepted|refused: .*)$/gm)].map(([, file = '', verdict = '']) => [
      basename(file, '.json'),
      verdict,
    ]),
  );
