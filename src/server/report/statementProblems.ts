import { membersOf } from '../../base/record.ts'
import { columnOf } from '../../kinds/columns.ts'
import type { Model } from '../../model/model.ts'
import type { DefinitionProblem } from '../../model/problem.ts'
import type { DefinitionFile } from '../../model/read.ts'
import { columnsNeeded, statementColumns } from '../../model/report/resultShape.ts'
import { sqlSectionsOf } from '../../model/report/sql.ts'
import type { Query, ResultColumn, SqlStatement } from '../../model/report.ts'
import { fileKindOf } from '../../model/source/definitions.ts'
import { fileName } from '../../model/source/source.ts'
import type { Queries } from '../database/queries.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { type PlacedSql, placedSql } from './placedSql.ts'

/** A statement of a query with the file in which it stands. */
interface Written {
  readonly query: Query
  readonly name: string
  readonly statement: SqlStatement
  readonly file: DefinitionFile
}

/**
 * The answer to what PostgreSQL finds wrong with the statements of reports on the tables that are there: unknown tables, columns and functions, types that do not meet,
 * and columns that the answer needs and no statement brings. Each is prepared, and nothing runs. `q` is in a transaction, and may see all tables.
 */
export async function statementProblems(
  q: Queries,
  model: Model,
  files: readonly DefinitionFile[],
): Promise<DefinitionProblem[]> {
  const problems: DefinitionProblem[] = []
  const seen = new Set<string>()
  for (const written of statementsOf(model, files))
    for (const problem of await problemsOf(written, q)) {
      const place = `${problem.file}:${problem.line}:${problem.column}:${problem.message}`
      // The answer to what several statements share is told once.
      if (!seen.has(place)) problems.push(problem)
      seen.add(place)
    }
  return problems
}

function statementsOf({ queries }: Model, files: readonly DefinitionFile[]): Written[] {
  const sqls = new Map(
    files.flatMap((file): [string, DefinitionFile][] => {
      const it = fileKindOf(file.path)
      return it?.kind === 'sql' ? [[it.name, file]] : []
    }),
  )
  return Object.values(queries).flatMap(query =>
    Object.entries(query.statements).flatMap(([name, statement]): Written[] => {
      const file = sqls.get(query.name)
      return file && 'own' in statement ? [{ query, name, statement, file }] : []
    }),
  )
}

/** Several columns may be missing, and PostgreSQL tells one at a time. */
async function problemsOf(written: Written, q: Queries): Promise<DefinitionProblem[]> {
  const { query, name, statement, file } = written
  const placed = placedSql(query, statement)
  const problems: DefinitionProblem[] = []
  const needed = [...(columnsNeeded(query.result).get(name) ?? [])]
  for (;;) {
    const head = `PREPARE ${checking} AS SELECT ${needed.map(column => `t.${quotedIdentifier(column)}`).join(', ')} FROM (\n`
    const failed = await failureOf(`${head}${placed.text}\n) AS t`, q)
    if (!failed) {
      problems.push(...(await typeProblems(written, needed, q)))
      await q.query(`DEALLOCATE ${checking}`, [], '')
      return problems
    }
    const missing = failed.at < head.length ? columnAt(needed, failed.at) : undefined
    if (missing === undefined) {
      const at = offsetOf(placed, failed.at - head.length, written)
      return [
        ...problems,
        { file: fileName(file), ...placeAt(file.text, at), code: 'sql-invalid', message: `PostgreSQL: ${failed.message}.` },
      ]
    }
    const message = `The answer needs the column "${missing}" of the statement "${name}".`
    problems.push({ file: fileName(file), ...headingOf(written), code: 'column-missing', message })
    needed.splice(needed.indexOf(missing), 1)
  }
}

const checking = 'retaguarda_checking'
const savepoint = 'retaguarda_checking'

/** Prepares a statement; nothing where PostgreSQL takes it, else what it says and of which character. */
async function failureOf(text: string, q: Queries): Promise<{ readonly at: number; readonly message: string } | undefined> {
  await q.query(`SAVEPOINT ${savepoint}`, [], '')
  try {
    await q.query(text, [], '')
    return undefined
  } catch (error) {
    const { position, hint, message, code } = membersOf(error)
    if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) throw error
    await q.query(`ROLLBACK TO SAVEPOINT ${savepoint}`, [], '')
    const said = String(message).replace(/\.$/, '')
    return { at: Number(position ?? 0) - 1, message: hint ? `${said} (${String(hint).replace(/\.$/, '')})` : said }
  } finally {
    await q.query(`RELEASE SAVEPOINT ${savepoint}`, [], '').catch(() => undefined)
  }
}

/** The column that is asked for at a character of the text. */
function columnAt(needed: readonly string[], at: number): string | undefined {
  let from = `PREPARE ${checking} AS SELECT `.length
  for (const column of needed) {
    const { length } = `t.${quotedIdentifier(column)}`
    if (at >= from && at <= from + length) return column
    from += length + ', '.length
  }
  return undefined
}

/** Columns whose values their kind cannot read. */
async function typeProblems(written: Written, needed: readonly string[], q: Queries): Promise<DefinitionProblem[]> {
  const { rows } = await q.query<{ types: string[] | null }>(
    `SELECT to_jsonb(p) -> 'result_types' AS types FROM pg_prepared_statements p WHERE name = $1`,
    [checking],
    '',
  )
  const types = rows[0]?.types
  // PostgreSQL tells them from version 16 on.
  if (!Array.isArray(types)) return []
  const columns = new Map((statementColumns(written.query.result).get(written.name) ?? []).map(column => [column.name, column]))
  return needed.flatMap((name, i): DefinitionProblem[] => {
    const column = columns.get(name)
    const type = types[i] ?? ''
    if (!column || isReadable(column, type)) return []
    const message = `The column "${name}" is of the type ${type}, and is shown as ${column.kind}.`
    return [{ file: fileName(written.file), ...headingOf(written), code: 'column-type', message }]
  })
}

const numbers = /^(smallint|integer|bigint|numeric|real|double precision)\b/
const moments = /^(date|timestamp|time)\b/

/** A text may hold anything that is written as one, except a number. */
function isReadable(column: ResultColumn, type: string): boolean {
  const wanted = columnOf(column.kind).sqlType(column)
  if (type === 'unknown' || type.startsWith('json')) return true
  if (numbers.test(wanted)) return numbers.test(type)
  if (wanted === 'boolean') return type === 'boolean'
  return !moments.test(wanted) || moments.test(type) || type === 'text' || type.startsWith('character')
}

/** The character of the file that stands at one of the statement; the heading where it stands in another file. */
function offsetOf({ sourceAt }: PlacedSql, at: number, { file, name, statement }: Written): number {
  const { before, sections } = sqlSectionsOf(file.text)
  const section = sections.find(each => each.name === name)
  const source = sourceAt(Math.max(0, at))
  if (source < statement.shared.length) {
    const from = before.indexOf(statement.shared)
    return statement.shared !== '' && from >= 0 ? from + source : (section?.at ?? 0)
  }
  const own = source - statement.shared.length - 1
  return (section?.at ?? 0) + Math.max(0, section?.text.indexOf(statement.own) ?? 0) + Math.max(0, own)
}

const headingOf = ({ file, name }: Written): { line: number; column: number } => {
  const section = sqlSectionsOf(file.text).sections.find(each => each.name === name)
  return placeAt(file.text, (section?.at ?? name.length) - name.length)
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
