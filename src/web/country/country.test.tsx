// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CountryProvider, CurrencySelector, useCountry } from './index.ts';
import { marksOf } from './number-marks.ts';

const Shown = () => {
  const { country, currency } = useCountry();
  return <output>{`${country} ${currency}`}</output>;
};

const page = (
  <CountryProvider>
    <CurrencySelector />
    <Shown />
  </CountryProvider>
);

/** A browser whose language and clock say this; the offset is minutes east of UTC. */
function browserSays(language: string, minutesEast = 0): void {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-minutesEast);
}

beforeEach(() => window.localStorage.clear());

describe('the country', () => {
  test('is Canada in the prerendered page', () => {
    browserSays('de-DE');
    expect(renderToString(page)).toContain('CA CAD');
  });

  test.each([
    ['fr-CH', 60, 'CH CHF'],
    ['en', -480, 'US USD'],
    ['en', 60, 'GB GBP'],
    ['sv-SE', 60, 'SE USD'],
  ])('of a browser in %s at %i minutes east is %s', (language, minutesEast, shown) => {
    browserSays(language, minutesEast);
    render(page);
    expect(screen.getByRole('status').textContent).toBe(shown);
  });

  test('is the one that was chosen before, whatever the browser says', () => {
    window.localStorage.setItem('country', 'JP');
    browserSays('de-DE');
    render(page);
    expect(screen.getByRole('status').textContent).toBe('JP JPY');
  });

  test('is detected when the kept text is no country', () => {
    window.localStorage.setItem('country', '<script>');
    browserSays('de-DE');
    render(page);
    expect(screen.getByRole('status').textContent).toBe('DE EUR');
  });

  test('is the United States, and a line in the log, when it cannot be found out', () => {
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
  test('changes the country and keeps the choice', async () => {
    browserSays('en-CA');
    render(page);
    await userEvent.selectOptions(screen.getByLabelText('Country and currency'), 'GB');
    expect(screen.getByRole('status').textContent).toBe('GB GBP');
    expect(window.localStorage.getItem('country')).toBe('GB');
  });

  test('names flag, country, code, symbol and currency of every entry', () => {
    browserSays('en-CA');
    render(page);
    const entries = within(screen.getByLabelText('Country and currency')).getAllByRole('option');
    expect(entries).toHaveLength(19);
    expect(entries[3]?.textContent).toBe('🇬🇧 United Kingdom – GBP £ British Pound');
  });

  test('shows a country that the list lacks as an entry of its own, with US money', () => {
    browserSays('sv-SE');
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
])('numbers in %s are written with their own marks', (language, marks) => {
  expect(marksOf(language)).toEqual(marks);
});
