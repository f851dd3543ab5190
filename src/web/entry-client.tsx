import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { AppRouter, startHydration } from './app-router.tsx';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

startHydration();
// A transition, so that clicks and scrolling interrupt hydration.
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <AppRouter>
        <App />
      </AppRouter>
    </StrictMode>,
  );
});
