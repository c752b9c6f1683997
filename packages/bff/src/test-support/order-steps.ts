/** The amounts of an order that a shop signs again, in millisatoshis. */
export const AMOUNTS = { small: 2_100_000n, large: 9_000_000n }
export type Size = keyof typeof AMOUNTS

/** A step of an order: the shop signs it, a page requests its charge, or somebody pays the newest unpaid charge. */
export interface Step {
  action: 'sign' | 'charge' | 'pay'
  size: Size
}

/** A charge of the model. */
interface ModelCharge {
  size: Size
  /** What its payment means, once it is paid: the size that was signed last, and the index of an earlier payment. */
  paid?: { last: Size; duplicateOf: number | undefined } | undefined
}

/** What the documents promise of an order, in the shortest form. */
export interface OrderModel {
  signed: Size[]
  last: Size | undefined
  isClosed: boolean
  /** In the order in which they were created. */
  charges: ModelCharge[]
  /** The indexes of paid charges, in the order of their payments. */
  paid: number[]
}

export function newModel(): OrderModel {
  return { signed: [], last: undefined, isClosed: false, charges: [], paid: [] }
}

/** @returns the error code of the step, or undefined if it succeeds. */
export function takeStep(model: OrderModel, { action, size }: Step): string | undefined {
  switch (action) {
    case 'sign':
      model.signed.push(size)
      if (!model.isClosed) model.last = size
      return undefined
    case 'charge':
      if (model.isClosed) return 'ALREADY_PAID'
      if (model.last !== size) return 'INTENT_SUPERSEDED'
      if (unpaidOf(model, size) === undefined) model.charges.push({ size })
      return undefined
    case 'pay': {
      const index = unpaidOf(model, size)
      const charge = model.charges[index ?? -1]
      if (!charge || index === undefined || model.last === undefined) return 'NOT_FOUND'
      const alike = model.paid.find((each) => {
        const other = model.charges[each]
        return other?.size === size && (other.paid?.last === size) === (model.last === size)
      })
      charge.paid = { last: model.last, duplicateOf: alike }
      model.paid.push(index)
      model.isClosed ||= model.last === size
      return undefined
    }
    default:
      return action satisfies never
  }
}

/** The index of the newest unpaid charge of a size. */
export function unpaidOf({ charges }: OrderModel, size: Size): number | undefined {
  const found = charges.map(({ size: each, paid }) => each === size && !paid).lastIndexOf(true)
  return found < 0 ? undefined : found
}

/** Every sequence of steps that begins with the smaller order and in which each step could change or refuse something. */
export function everySequence(length: number): Step[][] {
  const sequences: Step[][] = []
  const continueAfter = (steps: Step[]) => {
    if (steps.length === length) return void sequences.push(steps)
    for (const action of ['sign', 'charge', 'pay'] as const)
      for (const size of ['small', 'large'] as const) {
        const model = newModel()
        for (const step of steps) takeStep(model, step)
        if (changesNothing(model, steps, { action, size })) continue
        continueAfter([...steps, { action, size }])
      }
  }
  continueAfter([{ action: 'sign', size: 'small' }])
  return sequences
}

function changesNothing(model: OrderModel, steps: Step[], { action, size }: Step): boolean {
  const previous = steps.at(-1)
  if (previous?.action === action && previous.size === size) return true
  if (action === 'sign') return model.signed.at(-1) === size
  if (action === 'pay') return unpaidOf(model, size) === undefined
  return !model.signed.includes(size) || (model.last === size && unpaidOf(model, size) !== undefined)
}

/** Selects the sequences in which somebody pays. */
export function withPayment<Steps extends readonly Step[]>(sequences: readonly Steps[]): Steps[] {
  return sequences.filter((steps) => steps.some(({ action }) => action === 'pay'))
}

/** A name for messages: "sign small, charge small, sign large". */
export function nameOf(steps: readonly Step[]): string {
  return steps.map(({ action, size }) => `${action} ${size}`).join(', ')
}

/** The steps of a {@link nameOf}. */
export function stepsOf(name: string): Step[] {
  return name.split(', ').map((each) => {
    const [, action, size] = /^(sign|charge|pay) (small|large)$/.exec(each) ?? []
    if (!action || !size) throw new Error(`"${each}" is no step.`)
    return { action, size } as Step
  })
}
