// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Route, Switch } from 'wouter';
import { RouterAt } from '#test/support/web/router-at.tsx';

function open(address: string): void {
  render(
    <RouterAt address={address}>
      <Switch>
        <Route path="/about">About</Route>
        <Route path="/claim/:id">{({ id }) => `Claim ${id}`}</Route>
        <Route>Not found</Route>
      </Switch>
    </RouterAt>,
  );
}

test.each([
  ['/about', 'About'],
  ['/%61bout', 'About'],
  ['/claim/don_1', 'Claim don_1'],
  ['/claim/a%20b', 'Claim a b'],
])('%s opens the page that the server sends', (address, text) => {
  open(address);
  expect(screen.getByText(text)).toBeDefined();
});

test.each(['/claim/', '/claim/%E0%A4%A', '/claim/%zz', '/claim/%'])('%s is not found, as on the server', (address) => {
  open(address);
  expect(screen.getByText('Not found')).toBeDefined();
});
