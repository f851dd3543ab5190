import fc, { type AsyncCommand } from 'fast-check';
import { payees, sum, type Batch, type Gift, type PayoutModel } from './model.ts';

type Command = AsyncCommand<PayoutModel, PayoutModel>;

/** A command that acts on the model, if it can, and then compares everything. */
const command = (
  name: string,
  canRun: (model: PayoutModel) => boolean,
  act: (model: PayoutModel) => Promise<void>,
): Command => ({
  check: canRun,
  run: async (_model, real) => {
    await act(real);
    await real.compare();
  },
  toString: () => name,
});

const anyPayee = fc.nat({ max: payees.length - 1 });
const anyNumber = fc.nat({ max: 1000 });
const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;
const hasGifts = ({ gifts }: PayoutModel): boolean => gifts.length > 0;
const open = ({ batches }: PayoutModel): Batch[] => batches.filter(({ status }) => status === 'open');
const paid = ({ batches }: PayoutModel): Batch[] => batches.filter(({ status }) => status === 'paid');
const leftOf = (gift: Gift): number =>
  gift.donation.amountMinor - sum(gift.refunds.map(({ amountMinor }) => amountMinor));

/** Everything that can happen, each about as often as it should. */
export const modelCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(anyPayee, fc.integer({ min: 1, max: 5000 })).map(([payee, amount]) =>
    command(
      `donate ${amount} to ${payee}`,
      () => true,
      (model) => model.donate(payee, amount),
    ),
  ),
  fc.tuple(anyNumber, fc.integer({ min: 1, max: 100 })).map(([number, percent]) =>
    command(
      `refund ${percent} % of gift ${number}`,
      (model) => hasGifts(model) && leftOf(pick(model.gifts, number)) > 0,
      (model) => {
        const gift = pick(model.gifts, number);
        return model.refund(gift, Math.ceil((leftOf(gift) * percent) / 100));
      },
    ),
  ),
  anyNumber.map((number) =>
    command(`open or decide the dispute of gift ${number}`, hasGifts, (model) =>
      model.dispute(pick(model.gifts, number)),
    ),
  ),
  fc.integer({ min: 1, max: 20 }).map((days) =>
    command(
      `wait ${days} days`,
      () => true,
      (model) => model.wait(days),
    ),
  ),
  fc.constant(
    command(
      'write the balances of finished days',
      () => true,
      (model) => model.writeBalances(),
    ),
  ),
  anyPayee.map((payee) =>
    command(
      `create a batch for ${payee}`,
      () => true,
      (model) => model.create(payee),
    ),
  ),
  anyNumber.map((number) =>
    command(
      `pay batch ${number}`,
      (model) => open(model).length > 0,
      (model) => model.pay(pick(open(model), number)),
    ),
  ),
  anyNumber.map((number) =>
    command(
      `cancel batch ${number}`,
      (model) => open(model).length > 0,
      (model) => model.cancel(pick(open(model), number)),
    ),
  ),
  anyNumber.map((number) =>
    command(
      `return batch ${number}`,
      (model) => paid(model).length > 0,
      (model) => model.giveBack(pick(paid(model), number)),
    ),
  ),
];
