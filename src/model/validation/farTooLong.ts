import type { ValueOptions, ValueProblem } from '../../kinds/kind.ts'
import { lengthLimits } from '../../kinds/limits.ts'
import { valueProblem } from '../../kinds/valueProblem.ts'

/** Signs round a value that its reading drops: masks, blanks, a name before a code. */
const roomAround = 1000

/** A text so far beyond its limit that nothing which is dropped in reading would make it fit: it is refused unread. */
export function farTooLong(raw: unknown, options: ValueOptions): ValueProblem | undefined {
  const { most } = lengthLimits(options)
  const isFar = typeof raw === 'string' && raw.length > 4 * most + roomAround
  return isFar ? valueProblem(options, 'tooLong', 'too-long', { max: most }) : undefined
}
