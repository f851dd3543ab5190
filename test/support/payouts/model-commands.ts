import fc, { type AsyncCommand } from 'fast-check';
import { payees, sum, type Batch, type TrackedDonation, type PayoutModel } from './model.ts';

type Command = AsyncCommand<PayoutModel, PayoutModel>;

/** Creates a command that acts on the model, if it can, and then compares everything. */
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
const hasDonations = ({ donations }: PayoutModel): boolean => donations.length > 0;
const openBatches = ({ batches }: PayoutModel): Batch[] => batches.filter(({ status }) => status === 'open');
const paidBatches = ({ batches }: PayoutModel): Batch[] => batches.filter(({ status }) => status === 'paid');
const remainingOf = (tracked: TrackedDonation): number =>
  tracked.donation.amountMinor - sum(tracked.refunds.map(({ amountMinor }) => amountMinor));

/** All commands. */
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
      `refund ${percent} % of donation ${number}`,
      (model) => hasDonations(model) && remainingOf(pick(model.donations, number)) > 0,
      (model) => {
        const tracked = pick(model.donations, number);
        return model.refund(tracked, Math.ceil((remainingOf(tracked) * percent) / 100));
      },
    ),
  ),
  anyNumber.map((number) =>
    command(`open or decide the dispute of donation ${number}`, hasDonations, (model) =>
      model.toggleDispute(pick(model.donations, number)),
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
      (model) => openBatches(model).length > 0,
      (model) => model.pay(pick(openBatches(model), number)),
    ),
  ),
  anyNumber.map((number) =>
    command(
      `cancel batch ${number}`,
      (model) => openBatches(model).length > 0,
      (model) => model.cancel(pick(openBatches(model), number)),
    ),
  ),
  anyNumber.map((number) =>
    command(
      `return batch ${number}`,
      (model) => paidBatches(model).length > 0,
      (model) => model.returnBatch(pick(paidBatches(model), number)),
    ),
  ),
];
