import { z } from 'zod';
import type { ProductRecord } from '../state/billing-records.ts';
import {
  expandParameter,
  formBoolean,
  formCreated,
  formMetadata,
  formText,
  pageParameters,
} from '../stripe-parameters/form-values.ts';
import { newId } from '../stripe/ids.ts';
import { invalidParameter } from '../stripe/stripe-error.ts';
import { productToWire } from '../stripe-wire/customer.ts';
import { endpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { readOnlyResource } from './read-only-resource.ts';

const createProduct = endpoint({
  method: 'POST',
  path: '/v1/products',
  parameters: z.strictObject({
    ...expandParameter,
    id: formText(255).optional(),
    name: formText(5000),
    description: formText(40_000).optional(),
    active: formBoolean.optional(),
    metadata: formMetadata.optional(),
  }),
  answers: { kind: 'product' },
  check: ({ store, clock }, parameters): ProductRecord => {
    const id = parameters.id ?? newId.product();
    if (store.products.get(id) !== undefined) {
      throw invalidParameter('id', 'resource_already_exists', `Product already exists with the id '${id}'.`);
    }
    return {
      id,
      created: clock.nowSeconds(),
      name: parameters.name,
      description: parameters.description ?? null,
      isActive: parameters.active ?? true,
      metadata: parameters.metadata ?? {},
    };
  },
  run: ({ store }, product) => {
    store.products.put(product);
    return productToWire(product);
  },
});

/** Products, what prices are for: create, read, list. */
export const productEndpoints: readonly Endpoint[] = [
  createProduct,
  ...readOnlyResource({
    path: '/v1/products',
    kind: 'product',
    table: ({ store }) => store.products,
    toWire: (_sandbox, product) => productToWire(product),
    listParameters: z.strictObject({
      ...pageParameters,
      created: formCreated.optional(),
      active: formBoolean.optional(),
      ids: z.array(z.string()).max(100).optional(),
    }),
    isWanted: ({ id, isActive }, { active, ids }) =>
      (active === undefined || isActive === active) && (ids === undefined || ids.includes(id)),
  }),
];
