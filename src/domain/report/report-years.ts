/** The years whose reports from the books are public, the newest first. */
export interface ReportYears {
  readonly years: readonly number[];
}
