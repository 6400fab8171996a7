import { sqlNamesIn } from '../../model/report/sql.ts'
import type { Query, SqlStatement } from '../../model/report.ts'
import { parameterTypes } from './bindStatement.ts'

/** A statement as PostgreSQL gets it, which knows where its characters come from. */
export interface PlacedSql {
  readonly text: string
  /** The character of the written statement (shared, a line's end, own) that stands at one of the text. */
  sourceAt(at: number): number
}

/** The statement with its parameters numbered, as it is sent. A name that is not declared is told elsewhere, and stands for any text. */
export function placedSql(query: Query, { shared, own }: SqlStatement): PlacedSql {
  const sql = `${shared}\n${own}`
  const types = parameterTypes(query)
  const names: string[] = []
  const pieces: { readonly at: number; readonly from: number }[] = [{ at: 0, from: 0 }]
  let text = ''
  let from = 0
  for (const { name, at } of sqlNamesIn(sql)) {
    if (!names.includes(name)) names.push(name)
    text += `${sql.slice(from, at)}`
    pieces.push({ at: text.length, from: at })
    text += `$${names.indexOf(name) + 1}::${types.get(name) ?? 'text'}`
    from = at + 1 + name.length
    pieces.push({ at: text.length, from })
  }
  text += sql.slice(from)
  return {
    text,
    sourceAt: at => {
      const piece = pieces.findLast(each => each.at <= at) ?? { at: 0, from: 0 }
      const next = pieces.find(each => each.at > at)
      return Math.min(piece.from + at - piece.at, next?.from ?? sql.length)
    },
  }
}
