import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { computeOrderOf, readsList } from '../../../model/computed/computeOrder.ts'
import type { ChildList, Model, Register } from '../../../model/model.ts'

/** A register with a list of which the rows are records of their own. */
export interface Holder {
  readonly register: Register
  readonly list: ChildList
  /** Whether its records compute something of the rows, or have them compute from themselves. */
  readonly computes: boolean
}

const holders = new WeakMap<Register, readonly Holder[]>()

/** Returns the registers to whose records those of this one belong as rows of a list. Most registers have none. */
export const holdersOf = (model: Model, register: Register): readonly Holder[] =>
  memoizeByKey(holders, register, () => {
    const own = register.from?.register ?? register.name
    return Object.values(model.registers).flatMap(other => {
      if (other.from) return []
      const order = computeOrderOf(model, other)
      return other.lists.flatMap(list => {
        const rows = model.registers[list.register]
        if (!rows || rows.parent !== undefined || (rows.from?.register ?? rows.name) !== own) return []
        const computes = order.followingLists.has(list.name) || readsList(order, model, other, list.name)
        return [{ register: other, list, computes }]
      })
    })
  })

/** Those whose records compute something of the rows, or have them compute from themselves. */
export const computingParentsOf = (model: Model, register: Register): readonly Holder[] =>
  holdersOf(model, register).filter(({ computes }) => computes)
