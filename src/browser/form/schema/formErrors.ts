import type { CustomValidator, ErrorTransformer, FormValidation } from '@rjsf/utils'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { Problem } from '../../../model/problem.ts'
import { fieldNameOfPath } from '../draft/childCellPath.ts'
import { shownProblems } from '../draft/draftProblems.ts'
import type { FormShared } from '../formContext.ts'

export interface FormErrors {
  readonly transformErrors: ErrorTransformer
  readonly customValidate: CustomValidator
}

/**
 * Returns the errors that rjsf shows. The draft says which problems are due: those of places that were left, and all of them once a save was tried.
 * An error of the schema stays where one is due, in the words of the definition; problems that only the draft knows join it: rules, texts that cannot
 * be read, verdicts of a lookup or the server.
 */
export function formErrors({ store, model }: Pick<FormShared, 'store' | 'model'>): FormErrors {
  const due = (): ReadonlyMap<string, Problem> => new Map(shownProblems(store.shown()).map(problem => [problem.path, problem]))
  return {
    transformErrors(errors) {
      const problems = due()
      const told = new Set<string>()
      return errors.flatMap(error => {
        // The validator writes `.name`, and for what is missing at the root `name`.
        const path = error.property?.replace(/^\./, '') ?? ''
        const problem = problems.get(path)
        if (!problem || told.has(path)) return []
        told.add(path)
        const message = formatProblem(model, problem)
        return [{ ...error, property: `.${path}`, message, stack: message }]
      })
    },
    customValidate(_record, errors, _uiSchema, found) {
      for (const problem of due().values()) {
        const name = fieldNameOfPath(problem.path)
        if (found?.[name]?.__errors?.length && name === problem.path) continue
        placeOf(errors, name).addError(formatProblem(model, problem))
      }
      return errors
    },
  }
}

/** A cell's problem belongs to its list, which shows it in the cell; one without a field stands above the form. */
const placeOf = (errors: FormValidation, name: string): FormValidation => {
  const place: FormValidation | undefined = errors[name]
  return place ?? errors
}
