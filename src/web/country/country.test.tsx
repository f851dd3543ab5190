// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CountryProvider, CurrencySelector, useCountry } from './index.ts';
import { separatorsOf } from './number-separators.ts';

const CountryOutput = () => {
  const { country, currency } = useCountry();
  return <output>{`${country} ${currency}`}</output>;
};

const page = (
  <CountryProvider>
    <CurrencySelector />
    <CountryOutput />
  </CountryProvider>
);

/** Stubs the browser's language and its time zone in minutes east of UTC. */
function stubBrowser(language: string, minutesEast = 0): void {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-minutesEast);
}

beforeEach(() => window.localStorage.clear());

describe('the country', () => {
  test('is Canada in the prerendered page', () => {
    stubBrowser('de-DE');
    expect(renderToString(page)).toContain('CA CAD');
  });

  test.each([
    ['fr-CH', 60, 'CH CHF'],
    ['en', -480, 'US USD'],
    ['en', 60, 'GB GBP'],
    ['sv-SE', 60, 'SE USD'],
  ])('of a browser in %s at %i minutes east is %s', (language, minutesEast, shown) => {
    stubBrowser(language, minutesEast);
    render(page);
    expect(screen.getByRole('status').textContent).toBe(shown);
  });

  test('is the stored choice, regardless of the browser', () => {
    window.localStorage.setItem('country', 'JP');
    stubBrowser('de-DE');
    render(page);
    expect(screen.getByRole('status').textContent).toBe('JP JPY');
  });

  test('is detected when the stored text is not a country', () => {
    window.localStorage.setItem('country', '<script>');
    stubBrowser('de-DE');
    render(page);
    expect(screen.getByRole('status').textContent).toBe('DE EUR');
  });

  test('is the United States when detection fails, which is logged', () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(navigator, 'language', 'get').mockImplementation(() => {
      throw new Error('no language');
    });
    render(page);
    expect(screen.getByRole('status').textContent).toBe('US USD');
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe('the currency selector', () => {
  test('changes the country and stores the choice', async () => {
    stubBrowser('en-CA');
    render(page);
    await userEvent.selectOptions(screen.getByLabelText('Country and currency'), 'GB');
    expect(screen.getByRole('status').textContent).toBe('GB GBP');
    expect(window.localStorage.getItem('country')).toBe('GB');
  });

  test('shows the flag, country, code, symbol and currency of every entry', () => {
    stubBrowser('en-CA');
    render(page);
    const entries = within(screen.getByLabelText('Country and currency')).getAllByRole('option');
    expect(entries).toHaveLength(19);
    expect(entries[3]?.textContent).toBe('🇬🇧 United Kingdom – GBP £ British Pound');
  });

  test('adds an entry in US dollars for a country that is not listed', () => {
    stubBrowser('sv-SE');
    render(page);
    const selector = screen.getByLabelText<HTMLSelectElement>('Country and currency');
    expect(selector.value).toBe('SE');
    expect(selector.selectedOptions[0]?.textContent).toBe('🇸🇪 Sweden – USD $ US Dollar');
  });
});

test.each([
  ['en-CA', { decimal: '.', group: ',', grouping: 'three' }],
  ['de-DE', { decimal: ',', group: '.', grouping: 'three' }],
  ['en-IN', { decimal: '.', group: ',', grouping: 'indian' }],
])('the number separators of %s are read from the browser', (language, separators) => {
  expect(separatorsOf(language)).toEqual(separators);
});
