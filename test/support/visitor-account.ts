import type { Page } from 'playwright-core';
import { signInEndpoints } from '#contract/sign-in-endpoints.ts';
import { adminPassword } from './running-product.ts';
import { expectVisible } from './visitor.ts';

/** How a donor of a journey can be called. */
export interface Registration {
  readonly username: string;
  readonly email: string;
}

/** Password of every donor who registers on a journey. */
export const typedPassword = 'bread and butter';

let accountsMade = 0;

function newRegistration(): Registration {
  accountsMade += 1;
  return { username: `donor-${accountsMade}`, email: `donor-${accountsMade}@example.org` };
}

/** Sends what a form would send, as the browser of a page. */
async function send(url: string, page: Page, path: string, body: Readonly<Record<string, string>>): Promise<void> {
  const answer = await page.context().request.post(url + path, { data: body, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
}

/** Registers a donor of a new name past the form: the browser of the page has the session, and no page of the product is open. */
export async function registerAnew(url: string, page: Page): Promise<Registration> {
  const registration = newRegistration();
  await send(url, page, signInEndpoints.register.path, { ...registration, password: typedPassword, country: 'CA' });
  return registration;
}

/** Fills the sign-in page that is open with a new name, sends it and waits for home. */
export async function register(url: string, page: Page): Promise<Registration> {
  const registration = newRegistration();
  await fillRegistration(page, registration);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${url}/`);
  return registration;
}

/** Fills the registration form of the sign-in page that is open; the form for signing in leaves a moment after the click. */
export async function fillRegistration(page: Page, { username, email }: Registration): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(typedPassword);
  await form.getByLabel('Country', { exact: true }).selectOption('CA');
}

/** Fills the sign-in form of the page that is open, and sends it. */
export async function logIn(page: Page, name: string, password = typedPassword): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Signs the administrator in past the form: the browser of the page has the session, and no page of the product is open. */
export const signInAsAdmin = (url: string, page: Page): Promise<void> =>
  send(url, page, signInEndpoints.login.path, { username: 'admin', password: adminPassword });

/** Signs out of a page on a desk. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectVisible(page.getByRole('link', { name: 'Sign In' }));
}
