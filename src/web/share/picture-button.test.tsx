// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, readToast } from '#web/ui/toast/toast.ts';
import { drawPicture } from './draw-picture.ts';
import { PictureButton } from './picture-button.tsx';

vi.mock('./draw-picture.ts', () => ({ drawPicture: vi.fn<() => void>(), pictureSize: { width: 1200, height: 630 } }));

const file = new File(['png'], 'kindbite-impact.png', { type: 'image/png' });
const share = vi.fn<(data: ShareData) => Promise<void>>();

const stubSharing = (canShare: boolean): void =>
  void Object.assign(navigator, { share, canShare: ({ files }: ShareData) => canShare && files?.[0] === file });

beforeEach(() => {
  dismissToast(readToast()?.id ?? 0);
  share.mockReset().mockResolvedValue();
  vi.mocked(drawPicture).mockReset().mockResolvedValue(file);
  stubSharing(false);
});

async function open(): Promise<void> {
  render(<PictureButton figures={{ totalMeals: 119, donationsCount: 16, charitiesSupported: 5 }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Make a picture' }));
  await screen.findByRole('dialog', { name: 'Your picture' });
}

describe('the picture to share', () => {
  test('is shown and described before it leaves the page', async () => {
    await open();
    const picture = screen.getByRole('img', { name: /119 meals from 16 donations to 5 charities/ });
    expect(vi.mocked(drawPicture).mock.calls[0]?.[0]).toBe(picture);
    expect(screen.getByText(/Your name and what you paid are not in it\./)).toBeDefined();
    expect(share).not.toHaveBeenCalled();
  });

  test('can be saved if the browser cannot share files', async () => {
    await open();
    const save = await screen.findByRole('link', { name: 'Save picture' });
    expect(save.getAttribute('download')).toBe('kindbite-impact.png');
    expect(save.getAttribute('href')).toMatch(/^blob:/);
    expect(screen.queryByRole('button', { name: 'Share picture' })).toBeNull();
  });

  test('is shared as a file with the address of the home page', async () => {
    stubSharing(true);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Share picture' }));
    expect(share.mock.calls).toEqual([[{ files: [file], url: `${window.location.origin}/` }]]);
    expect(screen.getByRole('link', { name: 'Save picture' })).toBeDefined();
  });

  test.each([
    ['no toast appears', 'AbortError', undefined],
    ['a toast says so', 'NotAllowedError', "We couldn't share the picture"],
  ])('is not shared, and %s, when sharing ends with %s', async (_what, name, title) => {
    stubSharing(true);
    share.mockRejectedValue(new DOMException('no', name));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Share picture' }));
    expect(readToast()?.isOpen ? readToast()?.title : undefined).toBe(title);
  });

  test('is replaced by a message if it cannot be drawn', async () => {
    vi.mocked(drawPicture).mockRejectedValue(new Error('no canvas'));
    await open();
    expect(await screen.findByText("We couldn't draw the picture in this browser.")).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Save picture' })).toBeNull();
  });
});
