import type { ErrorDetail } from '../../api/error.ts'
import type { FormShared } from './formContext.ts'
import { type FocusableForm, focusFirstProblem } from './formFocus.ts'

/** Problems of the server at their fields; their words are the server's own, so the message stands for the code. */
export function refuseAtFields(
  form: Pick<FormShared, 'store' | 'offerNext'> & FocusableForm,
  details: readonly ErrorDetail[],
): undefined {
  form.store.refuse(details.map(({ path, code, message }) => ({ path, code: message || code })))
  for (const { path, code } of details) form.offerNext(path, code)
  focusFirstProblem(form)
  return undefined
}
