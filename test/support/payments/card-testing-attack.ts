/** What card testers see of a site: its checkout and its payment pages. */
export interface AttackedSite {
  /** The session of a new payment page; undefined when the site refuses. */
  openPage(address: string): Promise<string | undefined>;
  /** Submits a stolen card. `over`: the page can no longer be paid, so the card was not tried. */
  tryCard(sessionId: string): Promise<'declined' | 'over'>;
}

/** The addresses that attack at once, and what each of them does. */
export interface AttackPlan {
  readonly addresses: readonly string[];
  /** Opened before the first card is tried. */
  readonly pagesEach: number;
  readonly cardsEach: number;
}

export interface AttackResult {
  readonly pages: number;
  /** Cards that the provider declined. */
  readonly attempts: number;
  /** Cards for which the site opened no page. */
  readonly refusals: number;
}

/**
 * Opens all pages, then tries cards from all addresses at once, each card on the page that was used longest ago: the worst case
 * for a limit on one page. An address without pages requests a new one for each card.
 */
export async function attackWithCards(site: AttackedSite, plan: AttackPlan): Promise<AttackResult> {
  const pages = await Promise.all(plan.addresses.map((address) => openPages(site, address, plan.pagesEach)));
  const results = await Promise.all(
    plan.addresses.map((address, index) => tryCards(site, address, pages[index] ?? [], plan)),
  );
  return {
    pages: pages.flat().length,
    attempts: results.reduce((sum, { attempts }) => sum + attempts, 0),
    refusals: results.reduce((sum, { refusals }) => sum + refusals, 0),
  };
}

async function openPages(site: AttackedSite, address: string, count: number): Promise<string[]> {
  const pages: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const page = await site.openPage(address);
    if (page !== undefined) pages.push(page);
  }
  return pages;
}

async function tryCards(
  site: AttackedSite,
  address: string,
  opened: readonly string[],
  { cardsEach }: AttackPlan,
): Promise<Omit<AttackResult, 'pages'>> {
  const pages = [...opened];
  let attempts = 0;
  let refusals = 0;
  for (let card = 0; card < cardsEach; card += 1) {
    const page = await tryCard(site, address, pages);
    if (page === undefined) {
      refusals += 1;
    } else {
      attempts += 1;
      pages.push(page);
    }
  }
  return { attempts, refusals };
}

/** Takes pages until one accepts the card, and returns it; undefined when the site opens no more. */
async function tryCard(site: AttackedSite, address: string, pages: string[]): Promise<string | undefined> {
  for (;;) {
    const page = pages.shift() ?? (await site.openPage(address));
    if (page === undefined || (await site.tryCard(page)) === 'declined') return page;
  }
}
