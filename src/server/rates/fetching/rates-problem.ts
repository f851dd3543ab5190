/** Why rates could not be fetched. Its message is a sentence for staff. */
export class RatesProblem extends Error {
  override readonly name = 'RatesProblem';
}
