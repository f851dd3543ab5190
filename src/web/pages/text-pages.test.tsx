// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import AboutPage from './about/about-page.tsx';
import FaqPage from './faq/faq-page.tsx';
import NotFoundPage from './not-found-page.tsx';
import PrivacyPage from './privacy/privacy-page.tsx';
import TermsPage from './terms/terms-page.tsx';

/** Shows a page; answers its text. */
function open(Page: ComponentType): string {
  const { container } = render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
  return container.textContent;
}

const headings = (level: number): (string | null)[] =>
  screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);

const addresses = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('about', () => {
  test('has mission, how it works, team and a call to donate', () => {
    open(AboutPage);
    expect(headings(2)).toEqual(['Our mission', 'How it works', 'Our team', 'Which snack could you skip today?']);
    expect(screen.getByRole('link', { name: 'Donate Now' }).getAttribute('href')).toBe('/#donate');
    const steps = screen.getAllByRole('list').find((list) => list.tagName === 'OL');
    expect(within(steps!).getAllByRole('listitem')).toHaveLength(3);
  });

  test('says when we started, how soon support answers and what the fee is', () => {
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

  test('has all entries under one name, so that the browser keeps one of them open, and none is open at first', () => {
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

  test('leads to account settings, terms, privacy and contact', () => {
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
    'never see or keep your card details',
  ])('say "%s"', (fact) => {
    expect(open(TermsPage)).toContain(fact);
  });

  test('lead to privacy and contact, and back to home', () => {
    open(TermsPage);
    expect(addresses()).toEqual(expect.arrayContaining(['/privacy', '/contact']));
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });
});

describe('the privacy policy', () => {
  test('covers everything that it has to', () => {
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
      'Who to ask',
    ]);
    const rights = within(screen.getByRole('region', { name: 'Your rights' }));
    expect(rights.getAllByRole('listitem').map((item) => item.textContent.split(':')[0])).toEqual([
      'Access',
      'Correction',
      'Deletion',
      'Objection',
      'Portability',
    ]);
  });

  test('says that no card details are kept, and names the cookies', () => {
    const text = open(PrivacyPage);
    expect(text).toMatch(/Card details[^.]*never reach our servers, and we keep none/);
    expect(text).toMatch(/two cookies.*session.*signed_in/);
  });

  test('leads to terms, contact and the own account', () => {
    open(PrivacyPage);
    expect(addresses()).toEqual(expect.arrayContaining(['/terms', '/contact', '/account']));
  });
});

test.each([TermsPage, PrivacyPage])('a list of contents leads to every section', (Page) => {
  open(Page);
  const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  const sections = [...document.querySelectorAll('article section')];
  expect(contents.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `/#${id}`));
  expect(contents.map((link) => link.textContent)).toEqual(sections.map((section) => section.firstChild?.textContent));
});

test('a page that is not there says so and leads home', () => {
  open(NotFoundPage);
  expect(headings(1)).toEqual(['404 Page Not Found']);
  expect(addresses()).toEqual(['/', '/#donate']);
});
