import { ok } from '../../base/result.ts'
import { foldText } from '../../base/text.ts'
import type { Kind } from '../kind.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

const YES: ReadonlySet<string> = new Set(['sim', 's', 'true', 'verdadeiro', 'v', '1', 'x', 'yes', 'y', 'on', 'ativo'])
const NO: ReadonlySet<string> = new Set(['nao', 'n', 'false', 'falso', 'f', '0', 'no', 'off', 'inativo'])

/** Yes or no. */
export const value: Kind<boolean> = {
  parse(text, o) {
    const word = foldText(text.trim())
    if (word === '') return ok(null)
    if (YES.has(word)) return ok(true)
    return NO.has(word) ? ok(false) : failWithProblem(o, 'invalid', 'boolean-invalid')
  },
  format: yes => (yes === null ? '' : yes ? 'Sim' : 'Não'),
  edit: yes => (yes === null ? '' : yes ? 'Sim' : 'Não'),
  accept(raw, o) {
    if (raw === true || raw === 1 || raw === 'true' || raw === '1') return ok(true)
    if (raw === false || raw === 0 || raw === 'false' || raw === '0') return ok(false)
    return failWithProblem(o, 'invalid', 'boolean-invalid')
  },
  check: () => undefined,
  schema: () => ({ type: 'boolean' }),
  jsonTypes: ['boolean'],
  limits: [],
  expressionType: () => 'bool',
  zero: false,
  alwaysSet: true,
  entry: 'switched',
  align: 'center',
  room: () => evenRoom(3, 104, 96),
  filter: () => ({ operator: 'eq', offered: true }),
  sums: false,
}
