import { statementsNeeded } from '../../report/resultShape.ts'
import { builtInNames, isEmptySql, type SqlSection, semicolonIn, sqlNamesIn, sqlSectionsOf } from '../../report/sql.ts'
import type { Query } from '../../report.ts'
import type { QuerySource } from '../../source/definitions.ts'
import type { Source } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** The statements of a query: each that the answer needs is there, none is idle, and their SQL uses what is given. */
export function checkStatements(
  checker: Checker,
  source: QuerySource,
  made: Query,
  checkerOf: (source: Source) => Checker,
): void {
  const needed = statementsNeeded(made.result)
  const planned = Object.keys(source.value.plan ?? {})
  const { before, sections } = sqlSectionsOf(source.sql?.value ?? '')
  const written = sections.map(section => section.name)
  for (const name of needed.filter(each => !planned.includes(each) && !written.includes(each))) {
    const message = source.sql
      ? `The SQL file has no section "-- statement: ${name}".`
      : `The answer needs the statement "${name}": write ${source.name}.sql beside this file with "-- statement: ${name}".`
    checker.add(['result'], 'statement-missing', message, { part: 'key' })
  }
  planned.forEach(name => {
    checker.oneOf(['plan', name], 'statement-unknown', 'statement of the answer', name, needed, 'key')
    if (written.includes(name))
      checker.add(['plan', name], 'statement-twice', `The statement "${name}" stands in the SQL file, too.`, { part: 'key' })
  })
  if (source.sql === undefined) return
  const sql = new SqlChecker(checkerOf(source.sql.source), made, source.before ?? before)
  sections.forEach((section, i) => {
    sql.section(section, needed, written.indexOf(section.name) < i)
  })
  sql.names(before, 0)
  sql.shared(source.before)
}

/** Looks at SQL as text: PostgreSQL itself checks the rest when it runs. */
class SqlChecker {
  private readonly checker: Checker
  private readonly query: Query
  private readonly before: string
  private readonly known: readonly string[]

  constructor(checker: Checker, query: Query, before: string) {
    this.checker = checker
    this.query = query
    this.before = before
    this.known = [...[...query.parameters, ...query.constants].flatMap(parameter => parameter.fills), ...builtInNames]
  }

  section({ name, text, at }: SqlSection, needed: readonly string[], twice: boolean): void {
    const heading = at - name.length
    if (!needed.includes(name))
      this.checker.add([], 'statement-unknown', `No part of the answer comes from the statement "${name}".`, {
        offset: heading,
        word: name,
        candidates: needed,
      })
    if (twice) this.checker.add([], 'statement-twice', `The statement "${name}" stands twice.`, { offset: heading })
    if (isEmptySql(text)) this.checker.add([], 'statement-empty', `The statement "${name}" is empty.`, { offset: heading })
    const semicolon = semicolonIn(text)
    if (semicolon !== undefined)
      this.checker.add([], 'statement-several', 'A section is one statement.', { offset: at + semicolon })
    this.names(text, at)
    if (this.query.scope === 'store' && ![...sqlNamesIn(this.before), ...sqlNamesIn(text)].some(each => each.name === 'lojaId'))
      this.checker.add([], 'store-missing', `The statement "${name}" must narrow every table to the store, :lojaId.`, {
        offset: heading,
      })
  }

  /** The beginning of the statements of the query that this one is like is checked there, but for its parameters. */
  shared(text = ''): void {
    for (const { name } of sqlNamesIn(text))
      if (!this.known.includes(name))
        this.checker.add(
          [],
          'parameter-unknown',
          `What this query goes on from names the parameter "${name}", which is not there.`,
        )
  }

  /** Only what is declared may be used. */
  names(text: string, from: number): void {
    for (const { name, at } of sqlNamesIn(text)) {
      if (!this.known.includes(name))
        this.checker.add([], 'parameter-unknown', `There is no parameter "${name}".`, {
          offset: from + at + 1,
          word: name,
          candidates: this.known,
        })
    }
  }
}
