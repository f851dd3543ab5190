/** The result of one check: what was found and, unless all is well, what to do. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  /** What was checked, for example "Stripe key". */
  readonly subject: string;
  /** One or two sentences. */
  readonly text: string;
}

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });
export const warning = (subject: string, text: string): Finding => ({ level: 'warning', subject, text });
export const problem = (subject: string, text: string): Finding => ({ level: 'problem', subject, text });

/** One line for the terminal. */
export const lineOf = ({ level, subject, text }: Finding): string => `${level.padEnd(8)} ${subject}: ${text}`;

/** The last line: how many problems and warnings there are. */
export function summaryOf(findings: readonly Finding[]): string {
  const countOf = (level: Finding['level'], name: string): string => {
    const count = findings.filter((finding) => finding.level === level).length;
    return `${count === 0 ? 'no' : count} ${name}${count === 1 ? '' : 's'}`;
  };
  const [problems, warnings] = [countOf('problem', 'problem'), countOf('warning', 'warning')];
  return `${problems.charAt(0).toUpperCase()}${problems.slice(1)}, ${warnings}.`;
}
