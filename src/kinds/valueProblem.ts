import { fail } from '../base/result.ts'
import type { ValueOptions, ValueProblem } from './kind.ts'

/** The checks for which a definition may have words of its own in `messages`. */
export type ValueCheck =
  | 'required'
  | 'number'
  | 'integer'
  | 'decimals'
  | 'minimum'
  | 'maximum'
  | 'tooShort'
  | 'tooLong'
  | 'pattern'
  | 'choice'
  | 'invalid'

/** A problem with the field's own message for that check, where the definition gives one. */
export const valueProblem = (
  o: ValueOptions,
  check: ValueCheck,
  code: string,
  params?: NonNullable<ValueProblem['params']>,
): ValueProblem => ({
  code: o.messages?.[check] ?? code,
  ...(params ? { params } : {}),
})

/** The same as the failure of a reading. */
export const failWithProblem = (o: ValueOptions, check: ValueCheck, code: string) => fail(valueProblem(o, check, code))
