import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the product');

// As a transition the takeover of the prerendered page gives way to every click and scroll.
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
});
