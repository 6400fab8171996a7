import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { type ComputeOrder, computeOrderOf } from '../../../model/computed/computeOrder.ts'
import { readsOf } from '../../../model/expression.ts'
import type { Model, Register } from '../../../model/model.ts'
import { expressionsOfCheck } from '../../../model/standsAlone.ts'

const orders = new WeakMap<Register, ComputeOrder>()

/**
 * Returns the fields to compute before a save: those that are kept, and those that a check reads. A margin that is only shown is left out; it would
 * be worked out with every save and thrown away.
 */
export const savedOrderOf = (model: Model, register: Register): ComputeOrder =>
  memoizeByKey(orders, register, () => {
    const order = computeOrderOf(model, register)
    const read = namesRead(model, register)
    return { ...order, steps: order.steps.filter(({ field }) => field.stored || read.has(field.name)) }
  })

/** Every name on a chain that an expression of the register or of its lists' rows follows, whatever it belongs to. */
function namesRead(model: Model, register: Register): ReadonlySet<string> {
  const all = [register, ...register.lists.flatMap(list => model.registers[list.register] ?? [])]
  return new Set(all.flatMap(one => expressionsOfCheck(one).flatMap(expression => readsOf(model, one.name, expression).flat())))
}
