import { referenceSearching } from '../../../kinds/reference/matchOptions.ts'
import { useFieldView, useForm } from '../formContext.ts'

/** The texts under a field. */
export interface FieldTexts {
  readonly help: string | undefined
  readonly error: string | undefined
  readonly warning: string | undefined
}

/** What stands under a field: what rjsf found, or what it is for; a text that is being searched for is not wrong yet. */
export function useFieldNotes(name: string, errors: readonly string[] | undefined, help: string | undefined): FieldTexts {
  const { say } = useForm()
  const view = useFieldView(name)
  const error = errors?.[0]
  const searching = view?.problem?.code === referenceSearching
  return {
    help: searching ? error : view?.waiting ? say('checking') : help,
    error: searching ? undefined : error,
    warning: view?.warning ? say(view.warning) : undefined,
  }
}
