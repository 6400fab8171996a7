import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { holdsYesOrNo, kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

type Looks = NonNullable<RegisterUiDefinition['looks']>

/** Checks a name that stands for a column of the list. */
type CheckColumn = (checker: Checker, path: JsonPath, name: string, register: Register) => void

/** Looks beside the list are made of fields that the server can part, order and sum by. */
export function checkLooks(checker: Checker, path: JsonPath, looks: Looks, register: Register, checkColumn: CheckColumn): void {
  const at = (name: keyof Looks, ...more: JsonPath): JsonPath => [...path, name, ...more]
  const cardOf = (name: 'board' | 'calendar' | 'gallery', card: readonly string[] | undefined): void => {
    card?.forEach((each, i) => {
      checkColumn(checker, at(name, 'card', i), each, register)
    })
    checker.twice(at(name, 'card'), card ?? [], 'column', i => [i])
  }
  const { board, calendar, gallery, pivot } = looks
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
  if (gallery) {
    cardOf('gallery', gallery.card)
    checkGallery(checker, [...path, 'gallery'], gallery, register)
  }
  if (pivot) {
    for (const word of ['rows', 'columns'] as const) {
      const field = keptField(checker, at('pivot', word), register, pivot[word])
      if (field && !isGrouping(field))
        checker.add(
          at('pivot', word),
          'choice-needed',
          `The field ${field.name} is neither a choice, a reference, a boolean nor a day.`,
        )
    }
    checkSum(checker, at('pivot', 'of'), register, pivot.of)
    if (pivot.measure !== undefined && pivot.measure !== 'count' && pivot.of === undefined)
      checker.add(at('pivot', 'measure'), 'total-impossible', 'Nothing is summed: name a field in "of".')
  }
}

/** Tells whether records stand in groups by the field's values. */
const isGrouping = (field: Field): boolean =>
  field.choices !== undefined || field.reference !== undefined || holdsYesOrNo(field) || kindByName(field.kind).time === 'day'

function checkGallery(checker: Checker, path: JsonPath, gallery: NonNullable<Looks['gallery']>, register: Register): void {
  const photo = keptField(checker, [...path, 'photo'], register, gallery.photo)
  if (photo && kindByName(photo.kind).keeps !== 'picture')
    checker.add([...path, 'photo'], 'picture-needed', `"${photo.name}" holds no picture.`)
  const group = keptField(checker, [...path, 'group'], register, gallery.group)
  if (group && !group.reference && group.choices === undefined)
    checker.add(
      [...path, 'group'],
      'choice-needed',
      `The field ${group.name} has neither options nor records by which cards stand together.`,
    )
  const order = keptField(checker, [...path, 'order'], register, gallery.order)
  if (order && (order.reference || kindByName(order.kind).expressionType(order) !== 'int'))
    checker.add(
      [...path, 'order'],
      'number-needed',
      `An order is a whole number, and ${order.name} is of the kind ${order.kind}.`,
    )
  gallery.actions?.forEach((id, i) => {
    const ids = register.views.actions.filter(({ place }) => place.includes('row')).map(action => action.id)
    checker.oneOf([...path, 'actions', i], 'action-unknown', `action of rows of ${register.name}`, id, ids)
  })
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
