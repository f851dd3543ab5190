import { expect, test } from 'vitest';
import { structuredData } from './structured-data.ts';

test('the home page describes the organization', () => {
  expect(structuredData('/', '<h1>Home</h1>')).toMatchObject([
    { '@graph': [{ '@type': 'Organization', name: '{site-name}', url: '{public-url}/' }, { '@type': 'WebSite' }] },
  ]);
});

test('a page with questions lists them and their answers as plain text', () => {
  const markup =
    '<details name="faq"><summary>Is it &lt;free&gt;?<svg><path d="M1 1"></path></svg></summary>' +
    '<p>No: you&#x27;d see the <b>fee</b>, first.</p><p>Then <a href="/terms">terms</a>.</p></details>' +
    '<details name="faq"><summary>Who?</summary><p>We.</p></details>';
  expect(structuredData('/faq', markup)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'Is it <free>?',
          acceptedAnswer: { '@type': 'Answer', text: "No: you'd see the fee, first. Then terms." },
        },
        { '@type': 'Question', name: 'Who?', acceptedAnswer: { '@type': 'Answer', text: 'We.' } },
      ],
    },
  ]);
});

test('any other page has no structured data', () => {
  expect(structuredData('/terms', '<h1>Terms</h1>')).toEqual([]);
});
