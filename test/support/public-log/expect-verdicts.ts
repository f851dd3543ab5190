import { expect } from 'vitest';
import { toolReasons, type Altered } from './altered-proofs.ts';
import { verdictsOf, type ProofFiles, type Verdicts } from './verifiers.ts';

/** Expects that all three verifiers accept all proofs. */
export async function expectAccepted(proofs: ProofFiles): Promise<void> {
  const accepted = Object.fromEntries(Object.keys(proofs).map((name) => [name, 'accepted']));
  expect(await verdictsOf(proofs)).toEqual({ web: accepted, tool: accepted, python: accepted });
}

/** Expects that all three verifiers refuse all files, and the page and the tool for the same reason. */
export async function expectRefused(altered: Altered<unknown>): Promise<void> {
  const entries = Object.entries(altered);
  const { web, tool, python } = await verdictsOf(Object.fromEntries(entries.map(([name, [file]]) => [name, file])));
  const problems = entries.map(([name, [, problem]]) => [name, problem] as const);
  expect(web).toEqual(Object.fromEntries(problems.map(([name, problem]) => [name, `refused: ${problem}`])));
  expect(notRefused(problems, tool, (problem) => toolReasons[problem])).toEqual({});
  expect(notRefused(problems, python, () => /./)).toEqual({});
}

/** Returns the verdicts on files that a verifier accepts or refuses for an unexpected reason. */
const notRefused = <Problem>(
  problems: readonly (readonly [string, Problem])[],
  verdicts: Verdicts,
  reasonOf: (problem: Problem) => RegExp,
): Verdicts =>
  Object.fromEntries(
    problems.flatMap(([name, problem]) => {
      const verdict = verdicts[name] ?? 'no verdict';
      const reason = verdict.startsWith('refused: ') ? verdict.slice('refused: '.length) : undefined;
      return reason !== undefined && reasonOf(problem).test(reason) ? [] : [[name, verdict]];
    }),
  );
