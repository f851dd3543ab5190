import { runCommand } from '#tools/provision/run-command.ts';
import { inProject } from '#tools/start/paths.ts';
import { provideProgram } from './debian-root.ts';

/** Checks the alert rules, and the alerts that they raise in recorded situations, with Prometheus's own tool. */
export async function drillAlerts(): Promise<{ readonly passed: boolean; readonly output: string }> {
  await provideProgram('promtool', 'prometheus');
  const cwd = inProject('deploy', 'prometheus');
  const check = await runCommand('promtool', ['check', 'rules', 'alerts.yaml'], { cwd });
  const tests = await runCommand('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd });
  return { passed: check.exitCode === 0 && tests.exitCode === 0, output: check.output + tests.output };
}
