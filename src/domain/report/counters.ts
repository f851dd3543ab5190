/** The switch for the figures of all donations on the home page. */
export interface Counters {
  readonly isOn: boolean;
}
