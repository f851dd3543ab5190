/** The result of one check, with advice unless all is well. `unknown`: only a person can check it. */
export interface Finding {
  readonly level: 'ok' | 'unknown' | 'warning' | 'problem';
  /** The checked subject, for example "Stripe key". */
  readonly subject: string;
  /** One or two sentences. */
  readonly text: string;
}

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });
export const unknown = (subject: string, text: string): Finding => ({ level: 'unknown', subject, text });
export const warning = (subject: string, text: string): Finding => ({ level: 'warning', subject, text });
export const problem = (subject: string, text: string): Finding => ({ level: 'problem', subject, text });

/** One line for the terminal. */
export const lineOf = ({ level, subject, text }: Finding): string => `${level.padEnd(8)} ${subject}: ${text}`;

/** The last line: the numbers of problems, of warnings, and of checks that are left to a person. */
export function summaryOf(findings: readonly Finding[]): string {
  const countOf = (wanted: Finding['level']): number => findings.filter(({ level }) => level === wanted).length;
  const named = (count: number, name: string): string => `${count || 'no'} ${name}${count === 1 ? '' : 's'}`;
  const problems = named(countOf('problem'), 'problem');
  const warnings = named(countOf('warning'), 'warning');
  const manualChecks = countOf('unknown');
  const toCheck = manualChecks === 0 ? '' : `, ${manualChecks} to check by hand`;
  return `${problems.charAt(0).toUpperCase()}${problems.slice(1)}, ${warnings}${toCheck}.`;
}
