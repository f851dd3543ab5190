import type { Page } from 'playwright-core';

/** Chooses a proof file on the page `/verify`. */
export async function chooseProofFile(page: Page, proof: object): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Check a proof file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'some-proof.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(proof)),
  });
}
