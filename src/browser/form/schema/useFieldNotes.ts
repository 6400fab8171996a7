import { referenceSearching } from '../../../kinds/reference/referenceSearching.ts'
import type { Register } from '../../../model/model.ts'
import { partIdsByName } from '../draft/draftProblems.ts'
import { useFieldView, useForm } from '../formContext.ts'

/** The texts under a field. */
export interface FieldTexts {
  readonly help: string | undefined
  readonly error: string | undefined
  readonly warning: string | undefined
  /** Another field, which tells the same problem of both. */
  readonly toldAt: string | undefined
}

/** Returns the text under a field: rjsf's finding, or the help; a text that is being searched for is not wrong yet. */
export function useFieldNotes(name: string, errors: readonly string[] | undefined, help: string | undefined): FieldTexts {
  const { say, register } = useForm()
  const view = useFieldView(name)
  const first = firstOfRule(register, name, view?.problem?.code)
  const other = useFieldView(first)
  const error = errors?.[0]
  const searching = view?.problem?.code === referenceSearching
  return {
    help: searching ? error : view?.waiting ? say('checking') : help,
    error: searching ? undefined : error,
    warning: view?.warning ? say(view.warning) : undefined,
    toldAt: first !== name && other?.visible && other.problem?.code === view?.problem?.code ? first : undefined,
  }
}

/** The first field of the rule that is broken, on the same part of the form: a sentence about several fields is said once, there. */
function firstOfRule(register: Register, name: string, code: string | undefined): string {
  const rule = register.rules.find(each => each.message === code && each.fields.includes(name))
  const parts = partIdsByName(register)
  return rule?.fields.find(each => parts.get(each) === parts.get(name)) ?? name
}
