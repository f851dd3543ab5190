import { serviceFeePercent } from '#domain/donation/pricing.ts';

/** How a snack becomes a meal. */
export const steps = [
  {
    title: 'Choose your snack',
    text: 'Pick what you would have bought, or name an amount. Choose the charity, and whether you give once or every month.',
    picture: '/art/step-choose.svg',
  },
  {
    title: 'Forward the value',
    text: `Pay by card or with PayPal. We add a ${serviceFeePercent}% service fee, and you see it before you pay.`,
    picture: '/art/step-forward.svg',
  },
  {
    title: 'Create impact',
    text: 'The charity turns your gift into meals. You get a receipt and, with an account, a record of all that you have done.',
    picture: '/art/step-impact.svg',
  },
] as const;

/** The team by what each of them does; nobody is named (rulings, Brand). */
export const teamRoles = [
  { role: 'Charity partnerships', text: 'Finds food banks that use gifts well, and stays in touch with them.' },
  { role: 'Product and engineering', text: 'Keeps giving simple, quick and safe, on every phone.' },
  { role: 'Books and finance', text: 'Accounts for every cent between you and the charity.' },
  { role: 'Donor support', text: 'Reads your messages and answers them in person.' },
] as const;
