import { Suspense, type JSX } from 'react';
import { Route, Switch } from 'wouter';
import { Analytics } from './analytics/index.ts';
import { HydrationEnd } from './app-router.tsx';
import { CountryProvider, ShownCountry } from './country/index.ts';
import { Layout } from './layout/layout.tsx';
import { notFoundRoute, pageRoutes } from './routes.tsx';

/** Analytics reports these patterns, so that no ids are sent. */
const patterns = pageRoutes.map(({ path }) => path);

/** The page for the current path, in its layout. */
export const App = (): JSX.Element => (
  <CountryProvider>
    <Layout>
      <Suspense>
        <HydrationEnd />
        <ShownCountry />
        <Switch>
          {pageRoutes.map(({ path, Page }) => (
            <Route key={path} path={path}>
              <Page />
            </Route>
          ))}
          <Route>
            <notFoundRoute.Page />
          </Route>
        </Switch>
      </Suspense>
    </Layout>
    <Analytics patterns={patterns} />
  </CountryProvider>
);
