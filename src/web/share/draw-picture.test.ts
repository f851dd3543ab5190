// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { drawPicture } from './draw-picture.ts';
import { pictureTexts } from './picture-texts.ts';

const texts = pictureTexts({ totalMeals: 119, donationsCount: 16, charitiesSupported: 5 }, 'https://kindbite.example');

/** The steps of the drawing, in order. */
let steps: string[] = [];
let textWidth = 100;
let blob: Blob | null = new Blob(['png'], { type: 'image/png' });

beforeEach(() => {
  steps = [];
  textWidth = 100;
  blob = new Blob(['png'], { type: 'image/png' });
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      decode = async () => void steps.push(`load ${this.src}`);
    },
  );
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { load: async (_font: string, text: string) => void steps.push(`font for ${text}`) },
  });
});

function canvas(): HTMLCanvasElement {
  const element = document.createElement('canvas');
  const context = {
    font: '',
    fillRect: () => undefined,
    beginPath: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    drawImage: ({ src }: { src: string }) => steps.push(`draw ${src}`),
    measureText: () => ({ width: textWidth }),
    fillText(text: string) {
      steps.push(`write ${text}, ${/ (\d+)px/.exec(this.font)?.[1]} px`);
    },
  };
  vi.spyOn(element, 'getContext').mockReturnValue(context as never);
  vi.spyOn(element, 'toBlob').mockImplementation((done) => done(blob));
  return element;
}

test('drawing loads font and art, then draws the figures, and returns a PNG', async () => {
  const element = canvas();
  const file = await drawPicture(element, texts);
  expect([file.name, file.type]).toEqual(['kindbite-impact.png', 'image/png']);
  expect([element.width, element.height]).toEqual([1200, 630]);
  expect(steps.slice(0, 3).toSorted()).toEqual([
    expect.stringMatching(/^font for Kindbite119 mealsfrom 16 donations/),
    'load /art/bowl.svg',
    'load /favicon.svg',
  ]);
  expect(steps.slice(3)).toEqual([
    'draw /art/bowl.svg',
    'draw /favicon.svg',
    'write Kindbite, 56 px',
    'write 119 meals, 128 px',
    'write from 16 donations to 5 charities, 40 px',
    'write Skip a snack. Serve a meal., 36 px',
    'write kindbite.example, 30 px',
  ]);
});

test('a text that is too wide is written smaller', async () => {
  textWidth = 1120; // twice the room
  await drawPicture(canvas(), texts);
  expect(steps).toContain('write 119 meals, 64 px');
});

test('drawing fails when the browser cannot write the picture', async () => {
  blob = null;
  await expect(drawPicture(canvas(), texts)).rejects.toThrow('could not be written');
});
