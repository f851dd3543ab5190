import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '#server/http/operations/metrics.ts';
import { inProject } from '#tools/start/paths.ts';

const read = (...path: string[]): string => readFileSync(inProject(...path), 'utf8');
const rules = read('deploy', 'prometheus', 'alerts.yaml');

/** Series that Prometheus itself or prom-client's defaults provide. */
const foreignSeries = ['up', 'nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'];

/** Finds the names of the series in expressions. */
const seriesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b([a-z]+(?:_[a-z\d]+)+)(?=[{[) ]|$)/gm)].map(([, name = '']) => name)),
];

async function knownSeries(): Promise<Set<string>> {
  const { registry } = createMetrics(false);
  const names = (await registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name],
  );
  return new Set([...names, ...foreignSeries]);
}

describe('the alert rules', () => {
  const alerts = rules.split(/^ +- alert: /m).slice(1);

  test.each(alerts.map((alert) => [alert.split('\n')[0] ?? '', alert] as const))(
    '%s has a severity, a summary and a section of the runbook',
    (_name, alert) => {
      expect(alert).toMatch(/ severity: (page|ticket) \}/);
      expect(alert).toMatch(/^ +summary: .*\.$/m);
      const [, section] = /^ +runbook: (\S+)$/m.exec(alert) ?? [];
      expect(anchors).toContain(section);
    },
  );

  test('read only series that the product has', async () => {
    const known = await knownSeries();
    const expressions = [...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expression = '']) => expression).join('\n');
    const found = seriesIn(
      expressions.replaceAll(/\b(?:sum|max|min) by|\{[^}]*\}/g, (text) => (text.startsWith('{') ? '{' : '')),
    );
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((name) => !known.has(name))).toEqual([]);
  });

  test('include every alert that the recorded situations name', () => {
    const recorded = read('deploy', 'prometheus', 'alerts.test.yaml');
    const names = alerts.map((alert) => alert.split('\n')[0]);
    const tested = [...recorded.matchAll(/alertname(?:: |=")(\w+)/g)].map(([, name]) => name);
    expect(tested.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the dashboard', () => {
  test.each(readdirSync(inProject('deploy', 'grafana')))('%s shows only series that the product has', async (file) => {
    const known = await knownSeries();
    const { panels } = JSON.parse(read('deploy', 'grafana', file)) as Dashboard;
    const expressions = panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }) => expr.replaceAll(/\{[^}]*\}/g, '{')),
    );
    expect(expressions.length).toBeGreaterThan(8);
    expect(expressions.flatMap(seriesIn).filter((name) => !known.has(name) && !functions.has(name))).toEqual([]);
  });
});

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const functions = new Set(['histogram_quantile']);

/** The anchors of the runbook's headings. */
const anchors = [...read('docs', 'runbook.md').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
);
