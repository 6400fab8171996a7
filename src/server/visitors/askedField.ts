import type { AskedField } from '../../api/visit.ts'
import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { Field } from '../../model/model.ts'

/** A field as the control of a visitor needs it: no condition and no default of the definition leaves with it. */
export const askedField = (field: Field): AskedField => {
  const { name, title, help, kind, refinement, refine, required, before, autocomplete } = field
  const { min, max, minLength, maxLength, pattern, decimals, minItems, maxItems, choices, messages } = field
  return withoutUndefined({
    ...{ name, title, help, kind, refinement, refine, required, before, autocomplete },
    ...{ min, max, minLength, maxLength, pattern, decimals, minItems, maxItems, choices, messages },
  })
}
