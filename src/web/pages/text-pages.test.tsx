// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, test } from 'vitest';
import AboutPage from './about/about-page.tsx';
import FaqPage from './faq/faq-page.tsx';
import NotFoundPage from './not-found-page.tsx';
import PrivacyPage from './privacy/privacy-page.tsx';
import TermsPage from './terms/terms-page.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';

/** Renders a page and returns its text. */
function open(Page: ComponentType): string {
  const { container } = render(
    <RouterAt>
      <Page />
    </RouterAt>,
  );
  return container.textContent;
}

const headings = (level: number): (string | null)[] =>
  screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);

/** The list items of a section. */
const itemsOf = (section: string): string[] =>
  within(screen.getByRole('region', { name: section }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

const addresses = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('about', () => {
  test('has mission, how it works, team and a call to donate', () => {
    open(AboutPage);
    expect(headings(2)).toEqual(['Our mission', 'How it works', 'Our team', 'Which snack could you skip today?']);
    expect(screen.getByRole('link', { name: 'Donate Now' }).getAttribute('href')).toBe('/#donate');
    const steps = screen.getAllByRole('list').find((list) => list.tagName === 'OL');
    expect(within(steps!).getAllByRole('listitem')).toHaveLength(3);
  });

  test('says when we started, how fast support answers and what the fee is', () => {
    const text = open(AboutPage);
    expect(text).toContain('in 2023');
    expect(text).toContain('within 24-48 hours');
    expect(text).toContain('10% service fee');
  });
});

describe('the FAQ', () => {
  test('has its title and its three groups', () => {
    open(FaqPage);
    expect(headings(1)).toEqual(['Frequently Asked Questions']);
    expect(headings(2)).toEqual(['About Kindbite', 'Donations', 'Account & Privacy']);
  });

  test('gives all entries one name, so that the browser keeps at most one open, and starts with all closed', () => {
    open(FaqPage);
    const entries = [...document.querySelectorAll('details')];
    expect(entries).toHaveLength(11);
    expect(new Set(entries.map((entry) => entry.getAttribute('name')))).toEqual(new Set(['faq']));
    expect(entries.filter((entry) => entry.open)).toEqual([]);
    expect(entries.every((entry) => entry.firstElementChild?.tagName === 'SUMMARY')).toBe(true);
  });

  test.each([
    ['What is Kindbite?', '2023'],
    ['How does it work?', 'Choose a snack'],
    ['Who benefits?', 'food banks'],
    ['Is there a service fee?', '10%'],
    ['Are donations tax-deductible?', 'not tax-deductible'],
    ['Can I give every month?', 'repeats each month'],
    ['Can I change or cancel a monthly donation?', 'cancelled or modified in your account settings'],
    ['Do I need an account?', 'Not for a single gift'],
    ['How is my payment protected?', 'we do not store them'],
    ['How do I see, correct or delete my data?', 'delete your account'],
    ['How do I reach you?', 'within 24-48 hours'],
  ])('answers "%s"', (question, fact) => {
    open(FaqPage);
    expect(screen.getByText(question).closest('details')?.textContent).toContain(fact);
  });

  test('links to account settings, terms, privacy and contact', () => {
    open(FaqPage);
    expect(addresses()).toEqual(expect.arrayContaining(['/account', '/terms', '/privacy', '/contact']));
  });
});

describe('the terms', () => {
  test.each([
    'Last updated: May 2023',
    '18 years or older, or have the consent of a parent',
    'service fee of 10%',
    'not tax-deductible',
    "at least 30 days' notice",
    'governed by Canadian law',
    'never see or store your card details',
  ])('say "%s"', (fact) => {
    expect(open(TermsPage)).toContain(fact);
  });

  test('link to privacy and contact, and back to home', () => {
    open(TermsPage);
    expect(addresses()).toEqual(expect.arrayContaining(['/privacy', '/contact']));
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });
});

describe('the privacy policy', () => {
  test('covers every required topic', () => {
    open(PrivacyPage);
    expect(headings(2).slice(1)).toEqual([
      'Information we collect',
      'How we use it',
      'Cookies and your browser',
      'Third parties',
      'Security',
      'How long we keep it',
      'International transfers',
      'Your rights',
      'Changes to this policy',
      'Who to contact',
    ]);
    expect(itemsOf('Your rights').map((item) => item.split(':')[0])).toEqual([
      'Access',
      'Correction',
      'Deletion',
      'Objection',
      'Portability',
    ]);
  });

  test('says what is collected and when', () => {
    open(PrivacyPage);
    expect(itemsOf('Information we collect')).toEqual([
      "When you donate: the amount, fee, charity, snacks, time, your time zone and the provider's payment reference. Without an account, we also keep the email address you gave when you paid, so that we can send your receipt and news of your donation, and help you later. No name is stored with it. Of a card we keep the brand and the last four digits, so that we can find your gift when you ask about it.",
      'When you open an account: your username, email address, country, time zone, first and last name if you give them, a hash of your password, the secret for your authenticator app if you use one, and the devices you are signed in on or have signed in on before.',
      'When you write to us: your name, email address and message. For 30 days we also keep a code made from your IP address, so that we can stop and delete floods of messages.',
      'When you subscribe to the newsletter: your email address, when you agreed, and the wording you agreed to.',
      "When you visit: your IP address, only as long as we need it to prevent abuse. Our request logs don't contain it. When you start a payment, we keep a code made from it for a day, so that stolen cards cannot be tried out here.",
    ]);
  });

  test('says what the information is used for', () => {
    open(PrivacyPage);
    expect(itemsOf('How we use it')).toEqual([
      'to process your donations and give you receipts, history, impact and rewards;',
      'to charge, change or stop monthly donations as you choose;',
      'to email you receipts and news about your gifts and account, and to send you the newsletter if you confirmed it;',
      'to answer your messages;',
      'to keep accurate financial records, as the law requires, and to prevent fraud.',
    ]);
  });

  test('says that no card details are stored, and names the cookies', () => {
    const text = open(PrivacyPage);
    expect(text).toMatch(/Card details[^.]*never reach our servers\. We store only the brand/);
    expect(text).toMatch(/three cookies.*session.*signed_in.*known_device/);
  });

  test('links to terms, contact and the account page', () => {
    open(PrivacyPage);
    expect(addresses()).toEqual(expect.arrayContaining(['/terms', '/contact', '/account']));
  });
});

test.each([TermsPage, PrivacyPage])('the table of contents links to every section', (Page) => {
  open(Page);
  const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  const sections = [...document.querySelectorAll('article section')];
  expect(contents.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`));
  expect(contents.map((link) => link.textContent)).toEqual(sections.map((section) => section.firstChild?.textContent));
});

test('the page for unknown addresses says so and links home', () => {
  open(NotFoundPage);
  expect(headings(1)).toEqual(['404 Page Not Found']);
  expect(addresses()).toEqual(['/', '/#donate']);
});
