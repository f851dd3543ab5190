/** True if the home page shows what all donations add up to. */
export interface Counters {
  readonly isOn: boolean;
}
