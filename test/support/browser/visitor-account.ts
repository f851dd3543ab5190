import type { Page } from 'playwright-core';
import { signInCalls } from '#contract/calls/sign-in.ts';
import { adminPassword } from './running-product.ts';
import { expectVisible } from './visitor.ts';

/** Username and email address of a donor in a browser test. */
export interface Registration {
  readonly username: string;
  readonly email: string;
}

/** Password of every donor who registers in a browser test. */
export const typedPassword = 'bread and butter';

let accountsCreated = 0;

function newRegistration(): Registration {
  accountsCreated += 1;
  return { username: `donor-${accountsCreated}`, email: `donor-${accountsCreated}@example.org` };
}

/** Sends the request of a form, with the cookies of a page. */
async function send(url: string, page: Page, path: string, body: Readonly<Record<string, string>>): Promise<void> {
  const response = await page.context().request.post(url + path, { data: body, headers: { origin: url } });
  if (!response.ok()) throw new Error(`${path} returned ${response.status()}: ${await response.text()}`);
}

/** Registers a new donor without the form. The page's browser gets the session; no page of the product needs to be open. */
export async function registerByRequest(url: string, page: Page): Promise<Registration> {
  const registration = newRegistration();
  await send(url, page, signInCalls.register.path, { ...registration, password: typedPassword, country: 'CA' });
  return registration;
}

/** Registers a new donor on the open sign-in page and waits for the home page. */
export async function register(url: string, page: Page): Promise<Registration> {
  const registration = newRegistration();
  await fillRegistration(page, registration);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${url}/`);
  return registration;
}

/** Fills in the registration form of the open sign-in page. The login form disappears a moment after the click. */
export async function fillRegistration(page: Page, { username, email }: Registration): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(typedPassword);
  await form.getByLabel('Country', { exact: true }).selectOption('CA');
}

/** Fills in and submits the open sign-in form. */
export async function logIn(page: Page, name: string, password = typedPassword): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Signs the administrator in without the form. The page's browser gets the session; no page of the product needs to be open. */
export const signInAsAdmin = (url: string, page: Page): Promise<void> =>
  send(url, page, signInCalls.login.path, { username: 'admin', password: adminPassword });

/** Signs out on a page in desktop width. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectVisible(page.getByRole('link', { name: 'Sign In' }));
}
