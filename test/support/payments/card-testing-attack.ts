/** A site as card testers see it: its checkout and its payment pages. */
export interface AttackedSite {
  /** Opens a payment page. Resolves to its session, or to undefined if the site refuses. */
  openPage(address: string): Promise<string | undefined>;
  /** Submits a stolen card. `over` means that the page can no longer be paid, so the card was not tried. */
  tryCard(sessionId: string): Promise<'declined' | 'over'>;
}

/** The addresses that attack at the same time, and the numbers of pages and cards that each uses. */
export interface AttackPlan {
  readonly addresses: readonly string[];
  /** The pages that each address opens before the first card is tried. */
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
 * Opens all pages, then tries cards from all addresses at once, each card on the least recently used page: the worst case
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

/** Tries a card on pages until one of them declines it. Returns this page, or undefined if the site opens no more pages. */
async function tryCard(site: AttackedSite, address: string, pages: string[]): Promise<string | undefined> {
  for (;;) {
    const page = pages.shift() ?? (await site.openPage(address));
    if (page === undefined || (await site.tryCard(page)) === 'declined') return page;
  }
}
