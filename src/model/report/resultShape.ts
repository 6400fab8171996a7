import type { ReportCall, ResultColumn, ResultShape } from '../report.ts'

/** Rows as a table sees them: an object of keys and a tree are rows, too. */
export type RowsShape = Exclude<ResultShape, { readonly is: 'value' } | { readonly is: 'record' }>

/** The part of an answer to which a path leads. */
export type ResultPart = ResultShape | { readonly is: 'column'; readonly column: ResultColumn; readonly rows: RowsShape }

/** Follows names into an answer: members of records, columns of rows. */
export function resultPartAt(shape: ResultShape, path: readonly string[]): ResultPart | undefined {
  const [name, ...rest] = path
  if (name === undefined) return shape
  if (shape.is === 'value') return undefined
  if (shape.is === 'record') {
    const member = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined
    return member && resultPartAt(member, rest)
  }
  const column = shape.columns.find(each => each.name === name)
  return column && rest.length === 0 ? { is: 'column', column, rows: shape } : undefined
}

/** Names that may follow a path; for "did you mean". */
export function resultMemberNames(shape: ResultShape): readonly string[] {
  if (shape.is === 'value') return []
  return shape.is === 'record' ? Object.keys(shape.members) : shape.columns.map(column => column.name)
}

/** Each part of an answer that has rows, with the path to it. */
export function rowPartsOf(shape: ResultShape, path = ''): { readonly path: string; readonly rows: RowsShape }[] {
  if (shape.is === 'value') return []
  if (shape.is !== 'record') return [{ path, rows: shape }]
  return Object.entries(shape.members).flatMap(([name, member]) => rowPartsOf(member, path === '' ? name : `${path}.${name}`))
}

/** Each single figure of an answer. */
export function singleValuesOf(shape: ResultShape, path = ''): { readonly path: string; readonly column: ResultColumn }[] {
  if (shape.is === 'value') return [{ path, column: shape.column }]
  if (shape.is !== 'record') return []
  return Object.entries(shape.members).flatMap(([name, member]) => singleValuesOf(member, path === '' ? name : `${path}.${name}`))
}

/** Tells whether nothing else of an answer is made of the rows of a part: no sum, and no other part. */
export function isAlone(shape: ResultShape, part: RowsShape): boolean {
  const sums = (each: ResultShape): readonly string[] =>
    each.is === 'value' ? [each.sum ?? []].flat() : each.is === 'record' ? Object.values(each.members).flatMap(sums) : []
  const own = (each: ResultShape): readonly string[] =>
    each.is === 'record' ? [...[each.statement ?? []].flat(), ...Object.values(each.members).flatMap(own)] : []
  const others = rowPartsOf(shape).filter(({ rows }) => rows !== part)
  const summed = sums(shape).some(path => {
    const found = resultPartAt(shape, path.split('.'))
    return found?.is === 'column' && found.rows === part
  })
  return !summed && !others.some(({ rows }) => rows.statement === part.statement) && !own(shape).includes(part.statement)
}

/** Statements that an answer needs. */
export function statementsNeeded(shape: ResultShape): string[] {
  if (shape.is === 'value') return []
  if (shape.is !== 'record') return [shape.statement]
  const own = shape.statement === undefined ? [] : [shape.statement]
  return [...new Set([...own, ...Object.values(shape.members).flatMap(statementsNeeded)])]
}

/** Most rows of each statement whose rows an answer ends early. */
export function mostRowsOf(shape: ResultShape): ReadonlyMap<string, number> {
  const cut = rowPartsOf(shape).flatMap(({ rows }) =>
    rows.is === 'rows' && rows.most !== undefined ? [[rows.statement, rows.most] as const] : [],
  )
  return new Map(cut)
}

/** Columns that an answer needs of each statement. */
export function columnsNeeded(shape: ResultShape): ReadonlyMap<string, ReadonlySet<string>> {
  const needed = new Map<string, Set<string>>()
  const need = (statement: string, names: readonly string[]): void => {
    const known = needed.get(statement) ?? new Set<string>()
    needed.set(statement, known)
    for (const name of names) known.add(name)
  }
  const walk = (each: ResultShape): void => {
    if (each.is === 'value') return
    if (each.is !== 'record') {
      need(
        each.statement,
        each.columns.map(column => column.name),
      )
      if (each.is === 'tree') need(each.statement, [each.key, each.parent])
      return
    }
    const members = Object.values(each.members)
    if (each.statement !== undefined)
      need(
        each.statement,
        members.flatMap(member => (member.is === 'value' && member.sum === undefined ? [member.column.name] : [])),
      )
    for (const member of members) walk(member)
  }
  walk(shape)
  return needed
}

/** Columns that an answer shows, by the statement that brings them. */
export function statementColumns(shape: ResultShape): ReadonlyMap<string, readonly ResultColumn[]> {
  const found = new Map<string, ResultColumn[]>()
  const walk = (each: ResultShape): void => {
    if (each.is === 'value') return
    if (each.is !== 'record') {
      found.set(each.statement, [...(found.get(each.statement) ?? []), ...each.columns])
      return
    }
    const members = Object.values(each.members)
    const own = members.flatMap(member => (member.is === 'value' && member.sum === undefined ? [member.column] : []))
    if (each.statement !== undefined) found.set(each.statement, [...(found.get(each.statement) ?? []), ...own])
    for (const member of members) walk(member)
  }
  walk(shape)
  return found
}

/** A path with its call first: `array` means `main.array`. */
export const withCallName = (path: string, calls: Readonly<Record<string, ReportCall>>): string =>
  Object.hasOwn(calls, path.split('.')[0] ?? '') || !Object.hasOwn(calls, 'main')
    ? path
    : ['main', path].filter(part => part !== '').join('.')
