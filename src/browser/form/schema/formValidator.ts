import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { createPrecompiledValidator } from '@rjsf/validator-ajv8'
import type { Validate } from '../../../generated/validate.ts'
import type { Model, Register } from '../../../model/model.ts'
import { generatedValidator } from '../../../model/validation/generatedValidator.ts'

const known = new WeakMap<Register, Validate>()

/**
 * Returns what tells whether a record has the shape of its register: the module that was generated from its schema, since the page must not compile one.
 * Its code comes while the form opens, and nothing waits for it: until then, and for a register whose definition is newer than the generated code, the
 * rules judge alone, and so does the server at the end.
 */
export function formValidator(model: Model, register: Register): Validate {
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
  known.set(register, validate)
  return validate
}

const validators = new WeakMap<RJSFSchema, { readonly validate: Validate; readonly validator: ValidatorType }>()

/** The same as rjsf asks for it, which knows it by the schema of the form that is drawn. */
export function schemaValidator(model: Model, register: Register, schema: RJSFSchema): ValidatorType {
  const validate = formValidator(model, register)
  const found = validators.get(schema)
  if (found?.validate === validate) return found.validator
  // Errors come without words, and rjsf would take those of two branches for the same.
  const validator = createPrecompiledValidator({ [register.name]: validate }, schema, undefined, 'all')
  validators.set(schema, { validate, validator })
  return validator
}
