/** The details of an analytics event (spec 4, Checkout flow). */
interface AnalyticsEvent {
  readonly category: string;
  readonly label: string;
  readonly value: number;
}

/** Sends page views and events to an analytics service. */
export interface Reporter {
  readonly reportPage: (path: string) => void;
  readonly reportEvent: (name: string, event: AnalyticsEvent) => void;
}

let reporter: Reporter | undefined;

/** Starts reporting after the visitor has consented. Before, nothing is loaded, stored or sent (spec-readings, Pages). */
export function startReporting(consented: Reporter): void {
  reporter = consented;
}

/** Stops reporting. */
export function stopReporting(): void {
  reporter = undefined;
}

/** Reports a page view by its path alone: the rest of an address can contain a donation's id. */
export const reportPage = (path: string): void => reporter?.reportPage(path);

/** Reports an event. */
export const reportEvent = (name: string, event: AnalyticsEvent): void => reporter?.reportEvent(name, event);
