import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

type Looks = NonNullable<RegisterUiDefinition['looks']>

/** Checks a name that stands for a column of the list. */
type CheckColumn = (checker: Checker, path: JsonPath, name: string, register: Register) => void

/** Looks beside the list are made of fields that the server can part, order and sum by. */
export function checkLooks(checker: Checker, path: JsonPath, looks: Looks, register: Register, checkColumn: CheckColumn): void {
  const at = (name: keyof Looks, ...more: JsonPath): JsonPath => [...path, name, ...more]
  const cardOf = (name: 'board' | 'calendar', card: readonly string[] | undefined): void => {
    card?.forEach((each, i) => {
      checkColumn(checker, at(name, 'card', i), each, register)
    })
    checker.twice(at(name, 'card'), card ?? [], 'column', i => [i])
  }
  const { board, calendar } = looks
  if (board) {
    const by = keptField(checker, at('board', 'by'), register, board.by)
    if (by && by.choices === undefined) tellChoice(checker, at('board', 'by'), by)
    cardOf('board', board.card)
    checkSum(checker, at('board', 'sum'), register, board.sum)
  }
  if (calendar) {
    const from = timeField(checker, at('calendar', 'at'), register, calendar.at)
    const to = timeField(checker, at('calendar', 'until'), register, calendar.until)
    if (from && to && kindByName(from.kind).time !== kindByName(to.kind).time)
      checker.add(
        at('calendar', 'until'),
        'range-mixed',
        `A range that begins by ${from.kind} ends by the same, not by ${to.kind}.`,
      )
    const by = keptField(checker, at('calendar', 'by'), register, calendar.by)
    if (by && !by.reference)
      checker.add(at('calendar', 'by'), 'reference-needed', `The field ${by.name} refers to no records that could be rows.`)
    cardOf('calendar', calendar.card)
  }
}

/** A field of the table itself that a statement may read, once it is said to be none. */
function keptField(checker: Checker, path: JsonPath, register: Register, name: string | undefined): Field | undefined {
  if (name === undefined || !checker.field(path, register, name)) return undefined
  const field = register.fields.find(each => each.name === name)
  if (!field) return undefined
  if (field.stored && !field.secret) return field
  checker.add(path, 'column-missing', `The field ${name} is not kept in the table, which a look is made of: say "stored".`)
  return undefined
}

/** A day or an instant: a time of day alone is of no day. */
function timeField(checker: Checker, path: JsonPath, register: Register, name: string | undefined): Field | undefined {
  const field = keptField(checker, path, register, name)
  const time = field && kindByName(field.kind).time
  if (!field || time === 'day' || time === 'instant') return field
  checker.add(path, 'date-needed', `The field ${field.name} is of the kind ${field.kind}, which has no day.`)
  return undefined
}

const tellChoice = (checker: Checker, path: JsonPath, { name, kind }: Field): void =>
  checker.add(path, 'choice-needed', `The field ${name} is of the kind ${kind}, which has no options to make columns of.`)

function checkSum(checker: Checker, path: JsonPath, register: Register, name: string | undefined): void {
  const field = keptField(checker, path, register, name)
  if (field && !kindByName(field.kind).sums)
    checker.add(path, 'total-impossible', `Values of the kind ${field.kind} have no sum.`)
}
