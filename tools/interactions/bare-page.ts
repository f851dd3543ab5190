/**
 * A page with one button whose handler changes one text: the least that a press can cost on this machine at this moment. Its
 * script runs immediately, so the page is usable as soon as the browser has parsed it.
 */
export const barePage = `<!doctype html>
<html lang="en">
  <title>Bare page</title>
  <p id="count">0</p>
  <button id="press" disabled>Press</button>
  <script>
    const button = document.getElementById('press');
    const count = document.getElementById('count');
    button.addEventListener('click', () => (count.textContent = Number(count.textContent) + 1));
    button.disabled = false;
  </script>
</html>`;

/** The path of the bare page, which the product does not use. */
export const barePath = '/bare-page';
