/**
 * Limits how many messages a minute we ask PayPal to verify, so that forged messages do not make PayPal throttle us. The
 * overall limit applies only to strangers: networks that have not yet sent a genuine message. A refused genuine message is not
 * lost: PayPal sends it again for three days, and reconciliation reads PayPal's own list.
 */
export class VerificationLimit {
  readonly #unverified = new Map<string, number>();
  readonly #genuine = new Set<string>();
  #strangers = 0;
  #windowStartedAt = 0;

  /**
   * Counts a message as unverified before we ask PayPal, so that simultaneous messages count too. Returns false above the
   * limit.
   */
  take(network: string, now: Date): boolean {
    if (now.getTime() - this.#windowStartedAt >= windowMs) this.#startWindow(now);
    const isStranger = !this.#genuine.has(network);
    const used = this.#unverified.get(network) ?? 0;
    if (used >= (isStranger ? strangerMax : genuineMax)) return false;
    if (isStranger && this.#strangers >= allStrangersMax) return false;
    this.#unverified.set(network, used + 1);
    if (isStranger) this.#strangers += 1;
    return true;
  }

  /** Records that PayPal has confirmed a message from this network. */
  confirm(network: string): void {
    const used = this.#unverified.get(network) ?? 0;
    if (!this.#genuine.has(network)) this.#strangers = Math.max(0, this.#strangers - used);
    this.#genuine.add(network);
    this.#unverified.set(network, Math.max(0, used - 1));
  }

  #startWindow(now: Date): void {
    this.#windowStartedAt = now.getTime();
    this.#unverified.clear();
    this.#strangers = 0;
  }
}

const windowMs = 60_000;
const strangerMax = 30;
const allStrangersMax = 120;
const genuineMax = 600;
