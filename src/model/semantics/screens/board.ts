import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { kindByName as kindOf } from '../../../kinds/values.ts'
import { scopeOfFields } from '../../expression.ts'
import type { Field } from '../../model.ts'
import type { BoardView } from '../../screen.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkValueDefinition } from '../property.ts'

type BoardDefinition = NonNullable<ScreenDefinition['board']>

/** A board of cards: its call, its kinds, and that it names members of its rows. `made` is what was made of it. */
export function checkBoard(checker: Checker, board: BoardDefinition, made: BoardView): void {
  checker.call(['board', 'load'], board.load, scopeOfFields(checker.model, []))
  checker.register(['board', 'register'], board.register)
  for (const code of ['empty', 'failure'] as const) checker.message(['board', code], board[code])
  checkColumns(checker, ['board', 'properties'], board.properties, made.fields)
  const rows = { name: 'the board', fields: made.fields }
  checker.field(['board', 'key'], rows, board.key)
  checker.field(['board', 'card', 'title'], rows, board.card.title)
  checker.fields(['board', 'card', 'fields'], rows, board.card.fields)
  board.figures?.forEach(({ sum }, i) => {
    const at = ['board', 'figures', i, 'sum']
    const field = made.fields.find(({ name }) => name === sum)
    if (checker.field(at, rows, sum) && field && !kindOf(field.kind).sums)
      checker.add(at, 'total-impossible', `Values of the kind ${field.kind} have no sum.`)
  })
  board.card.lists?.forEach(({ columns }, i) => {
    checkColumns(checker, ['board', 'card', 'lists', i, 'columns'], columns, made.card.lists[i]?.columns ?? [])
  })
  const names = new Set([
    ...made.fields.map(({ name }) => name),
    ...made.card.lists.flatMap(({ from, columns }) => columns.map(({ name }) => `${from}.${name}`)),
  ])
  board.search.forEach((name, i) => {
    checker.oneOf(['board', 'search', i], 'field-unknown', 'member of a row', name, names)
  })
}

function checkColumns(checker: Checker, path: JsonPath, columns: BoardDefinition['properties'], fields: readonly Field[]): void {
  for (const [name, property] of Object.entries(columns)) {
    const field = fields.find(each => each.name === name)
    if (field) checkValueDefinition(checker, [...path, name], property, field)
  }
}
