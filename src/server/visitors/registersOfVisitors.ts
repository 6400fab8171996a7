import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model, Register, Visitors } from '../../model/model.ts'

interface Visited extends Visitors {
  readonly register: Register
}

const known = new WeakMap<Model, readonly Visited[]>()

/** Registers that visitors reach. */
export const registersOfVisitors = (model: Model): readonly Visited[] =>
  memoizeByKey(known, model, () =>
    Object.values(model.registers).flatMap(register => (register.visitors ? [{ ...register.visitors, register }] : [])),
  )
