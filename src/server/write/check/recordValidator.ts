import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Validate } from '../../../generated/validate.ts'
import type { Model, Register } from '../../../model/model.ts'
import { productModelOf } from '../../../model/own/productModel.ts'
import { recordShape, validatorOptions } from '../../../model/schema.ts'
import { generatedValidator } from '../../../model/validation/generatedValidator.ts'

const known = new WeakMap<Register, Promise<Validate>>()

/**
 * The gate that every record passes before it is written: the validator that the browser's form runs too. A register whose
 * definition was changed since they were generated, or that was added while the server runs, gets one made here.
 */
export function recordValidator(model: Model, register: Register): Promise<Validate> {
  // Names and initial values of a store's own are no matter of a record's shape.
  const product = productModelOf(model)
  return memoizeByKey(known, product.registers[register.name] ?? register, () =>
    generatedValidator(product, register.name).then(generated => generated ?? compiled(product, register)),
  )
}

/** The compiler is loaded when it is needed: with definitions that stand as they were generated, never. */
async function compiled(model: Model, register: Register): Promise<Validate> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  return new Ajv2020(validatorOptions).compile(recordShape(model, register.name))
}
