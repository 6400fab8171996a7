import type { ValueOptions, ValueProblem } from './kind.ts'
import { valueProblem } from './valueProblem.ts'

/** The stricter of the field's own length limits and those of its refinement. */
export const lengthLimits = (o: ValueOptions): { readonly least: number; readonly most: number } => ({
  least: Math.max(o.minLength ?? 0, o.refine?.minLength ?? 0),
  most: Math.min(o.maxLength ?? Number.POSITIVE_INFINITY, o.refine?.maxLength ?? Number.POSITIVE_INFINITY),
})

/** Checks whether a number lies within what the field allows and what its column holds. */
export const rangeProblem = (x: number, o: ValueOptions, least: number, most: number): ValueProblem | undefined => {
  const min = Math.max(o.min ?? least, least)
  const max = Math.min(o.max ?? most, most)
  if (x < min) return valueProblem(o, 'minimum', 'minimum', { min })
  if (x > max) return valueProblem(o, 'maximum', 'maximum', { max })
  return undefined
}
