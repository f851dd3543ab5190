// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { describePicture, pictureTexts } from './picture-texts.ts';

test('the picture has meals, donations and charities, and no amount of money', () => {
  const figures = { totalMeals: 1200, donationsCount: 16, charitiesSupported: 5, totalDonated: 'US$99' };
  expect(pictureTexts(figures, 'https://kindbite.example')).toEqual({
    meals: '1,200 meals',
    gifts: 'from 16 donations to 5 charities',
    tagline: 'Skip a snack. Serve a meal.',
    address: 'kindbite.example',
  });
});

test('one of each is singular', () => {
  const texts = pictureTexts({ totalMeals: 1, donationsCount: 1, charitiesSupported: 1 }, 'http://localhost:3000');
  expect(describePicture(texts)).toBe(
    'A bowl of food beside the words: Kindbite. 1 meal from 1 donation to 1 charity. Skip a snack. Serve a meal. localhost:3000',
  );
});
