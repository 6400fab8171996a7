import type { Validate } from '../../generated/validate.ts'
import { validators } from '../../generated/validators.ts'
import type { Model } from '../model.ts'
import { productModelOf } from '../own/productModel.ts'
import { recordShapeHash } from '../schema.ts'

/**
 * The validator that `npm run generate` made of a register's record, loaded when it is first asked for. Undefined for a register
 * that has none, or whose definition has changed since: then it would judge by rules that hold no longer.
 */
export async function generatedValidator(model: Model, registerName: string): Promise<Validate | undefined> {
  const load = Object.hasOwn(validators, registerName) ? validators[registerName] : undefined
  const found = await load?.()
  return found && found.shape === recordShapeHash(productModelOf(model), registerName) ? found.validate : undefined
}
