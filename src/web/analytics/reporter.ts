/** What is told of an event beside its name (spec 4, Checkout flow). */
export interface AnalyticsEvent {
  readonly category: string;
  readonly label: string;
  readonly value: number;
}

/** Whoever counts pages and events. */
export interface Reporter {
  readonly reportPage: (path: string) => void;
  readonly reportEvent: (name: string, event: AnalyticsEvent) => void;
}

let reporter: Reporter | undefined;

/** Reports to somebody from now on. Until then nothing is loaded, kept or sent: it takes the visitor's consent (rulings). */
export function startReporting(consented: Reporter): void {
  reporter = consented;
}

/** Reports to nobody from now on. */
export function stopReporting(): void {
  reporter = undefined;
}

/** Reports a page that was opened, by its path alone: addresses can carry a gift's id. */
export const reportPage = (path: string): void => reporter?.reportPage(path);

/** Reports an event. */
export const reportEvent = (name: string, event: AnalyticsEvent): void => reporter?.reportEvent(name, event);
