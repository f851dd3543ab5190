import type { TestApp } from '../app/start-app.ts';

/** Prepares a call that shows the counters of the home page, or hides them if they are shown. */
export function switchCounters({ deps }: TestApp) {
  const { number, document } = deps.published.counters.current();
  return { body: { isOn: !document.isOn, basedOn: number, reason: 'We have enough donations' } };
}
