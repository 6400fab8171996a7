import type { ValidatorType } from '@rjsf/utils'
import { createPrecompiledValidator } from '@rjsf/validator-ajv8'
import type { Validate } from '../../../generated/validate.ts'
import type { Model, Register } from '../../../model/model.ts'
import { generatedValidator } from '../../../model/validation/generatedValidator.ts'
import { formSchema } from './formSchema.ts'

export interface FormValidator {
  /** Whether a record has the shape of its register. */
  readonly validate: Validate
  /** The same as rjsf asks for it. */
  readonly validator: ValidatorType
}

const known = new WeakMap<Register, FormValidator>()

/**
 * Returns the validator of a register's form: the module that was generated from its schema, since the page must not compile one. Its code comes
 * while the form opens, and nothing waits for it: until then, and for a register whose definition is newer than the generated code, the rules judge
 * alone, and so does the server at the end.
 */
export function formValidator(model: Model, register: Register): FormValidator {
  const found = known.get(register)
  if (found) return found
  let generated: Validate | undefined
  const validate: Validate = record => {
    const fits = generated?.(record) ?? true
    validate.errors = fits ? null : (generated?.errors ?? null)
    return fits
  }
  generatedValidator(model, register.name).then(
    module => {
      generated = module
    },
    // The network is away: the next form asks again.
    () => known.delete(register),
  )
  // Errors come without words, and rjsf would take those of two branches for the same.
  const validator = createPrecompiledValidator({ [register.name]: validate }, formSchema(model, register), undefined, 'all')
  const made: FormValidator = { validate, validator }
  known.set(register, made)
  return made
}
