/** `node deployed-donation.ts ORIGIN`: makes a donation on a deployed site in test mode. Over https it also checks the proxy. */
import { setTimeout as pause } from 'node:timers/promises';

const origin = process.argv[2] ?? '';
const check = (title: string, isTrue: boolean): void => {
  if (!isTrue) throw new Error(`failed: ${title}`);
  process.stdout.write(`checked: ${title}\n`);
};

await until('the site is ready', async () => (await fetch(`${origin}/readyz`)).status === 200);

const home = await fetch(origin);
const html = await home.text();
check('the home page has the address of the site', html.includes(`${origin}/`));
const encoding = origin.startsWith('https:') ? 'br' : 'gzip'; // what fetch accepts
check('pages are compressed', home.headers.get('content-encoding') === encoding);
const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
check('scripts may be kept for a year', (await cacheControl(script)).includes('immutable'));
if (origin.startsWith('https:')) {
  const plain = await fetch(origin.replace('https:', 'http:'), { redirect: 'manual' });
  check('http leads to https', plain.headers.get('location') === `${origin}/`);
  for (const path of ['/metrics', '/dev/mail', '/_sandbox'])
    check(`${path} is closed`, (await fetch(`${origin}${path}`)).status === 404);
}

const request = {
  amount: 524,
  currency: 'cad',
  donationData: {
    amount: 3.5,
    mealsProvided: 3,
    charityId: 6,
    charityName: 'Food banks across Canada',
    snackName: 'Coffee',
    customAmount: false,
    recurring: false,
    snackId: 1,
    stackedSnacks: [{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 1 }],
    serviceFee: 0.35,
  },
  successUrl: `${origin}/donation-success`,
  cancelUrl: `${origin}/`,
};
const checkout = await fetch(`${origin}/api/create-checkout-session`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', origin },
  body: JSON.stringify(request),
});
const { url } = (await checkout.json()) as { url: string };
check('a checkout opens the payment page', checkout.status === 200 && url.startsWith('http'));
const card = {
  email: 'donor@example.org',
  method: 'card',
  cardNumber: '4242424242424242',
  expirationDate: '12/40',
  cvc: '123',
  cardholderName: 'Test Donor',
};
const page = new URL(url); // the sandbox listens on the machine itself, behind no proxy
const paid = await fetch(`http://127.0.0.1:${page.port}${page.pathname}`, {
  method: 'POST',
  body: new URLSearchParams(card),
  redirect: 'manual',
});
const back = new URL(paid.headers.get('location') ?? '', origin);
const id = back.searchParams.get('transaction_id') ?? '';
check('the payment returns to the site', back.origin === origin && id.startsWith('don_'));
await until('the donation is recorded', async () => {
  const receipt = await fetch(`${origin}/api/donations/${id}/receipt`);
  return receipt.status === 200 && (await receipt.text()).includes('settled');
});

async function cacheControl(path: string): Promise<string> {
  const response = await fetch(`${origin}${path}`);
  await response.body?.cancel();
  return response.headers.get('cache-control') ?? '';
}

/** Waits up to a minute until a condition holds. */
async function until(title: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    if (await isTrue().catch(() => false)) return check(title, true);
    await pause(500);
  }
  check(title, false);
}
