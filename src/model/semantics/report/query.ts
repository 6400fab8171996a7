import type { Property, ReportDefinition, Shape } from '../../../generated/definitions.ts'
import { kindByName as kindOf } from '../../../kinds/values.ts'
import { isValueShape } from '../../build/report/result.ts'
import { type RowsShape, resultMemberNames, resultPartAt } from '../../report/resultShape.ts'
import type { Query } from '../../report.ts'
import type { QuerySource } from '../../source/definitions.ts'
import type { JsonPath, Source } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkValueDefinition } from '../property.ts'
import { checkGroupPlan } from './groupPlan.ts'
import { checkFilledNames, checkParameter } from './parameter.ts'
import { checkStatements } from './sql.ts'

/** Gates that no flag of an employee opens. */
const ownersGates: ReadonlySet<string> = new Set(['admin', 'owner', 'owner || admin', 'admin || owner'])

/** A call that reads figures: parameters, answer, statements. `made` is what was made of it. */
export function checkQuery(checker: Checker, source: QuerySource, made: Query, checkerOf: (source: Source) => Checker): void {
  const { value, written = value } = source
  checker.gate(['gate'], value.gate)
  // Row level security does not narrow what belongs to no store.
  if (value.scope === 'global' && value.gate !== 'admin')
    checker.add(['gate'], 'query-global', 'Figures of no store are the administrator\'s: their gate is "admin".')
  // Nor does it narrow what the server keeps of itself.
  if (value.scope === 'installation' && !ownersGates.has(value.gate))
    checker.add(
      ['gate'],
      'query-installation',
      'Figures of the installation are for owners and administrators: their gate is "owner || admin".',
    )
  checkLike(checker, value)
  checkParameters(checker, value, made, written)
  if (written.result) checkShape(checker, ['result'], written.result, made)
  for (const [name, plan] of Object.entries(written.plan ?? {})) checkGroupPlan(checker, ['plan', name], plan, made)
  checkStatements(checker, source, made, checkerOf)
}

/** Checks that the query that another is like has an answer of its own: one step, no chain. */
function checkLike(checker: Checker, { like, result }: ReportDefinition): void {
  checker.oneOf(['like'], 'query-unknown', 'query', like, checker.names.queries)
  if (like !== undefined && checker.names.queries.has(like) && result === undefined)
    checker.add(['like'], 'like-chain', `"${like}" has no "result" of its own.`)
}

function checkParameters(checker: Checker, { parameters }: ReportDefinition, made: Query, written: ReportDefinition): void {
  const names = Object.keys(parameters?.properties ?? {})
  const path = ['parameters', 'properties']
  const all = [...made.parameters, ...made.constants]
  for (const [name, words] of Object.entries(written.parameters?.properties ?? {})) {
    const parameter = all.find(each => each.name === name)
    if (parameter) checkParameter(checker, [...path, name], words, parameter, made.parameters)
  }
  checkFilledNames(checker, path, all, i => [all[i]?.name ?? ''])
  parameters?.required?.forEach((name, i) => {
    checker.oneOf(['parameters', 'required', i], 'parameter-unknown', 'parameter', name, names)
  })
}

/** A part of the answer, as its words say it. */
function checkShape(checker: Checker, path: JsonPath, shape: Shape, made: Query): void {
  if (shape.items && shape.properties)
    checker.add([...path, 'properties'], 'shape-twice', 'A part of an answer has either "items" or "properties".', {
      part: 'key',
    })
  if (shape.sum !== undefined) checkSum(checker, [...path, 'sum'], shape.sum, made)
  if (isValueShape(shape)) {
    checkColumn(checker, path, shape)
    for (const word of ['keyed', 'tree', 'value'] as const)
      if (shape[word] !== undefined)
        checker.add([...path, word], 'shape-word', `"${word}" needs the columns in "items".`, { part: 'key' })
    return
  }
  if (shape.items) checkRows(checker, path, shape, shape.items.properties)
  else if (shape.maxItems !== undefined)
    checker.add([...path, 'maxItems'], 'shape-word', '"maxItems" needs the columns in "items".', { part: 'key' })
  for (const [name, each] of Object.entries(shape.properties ?? {}))
    checkShape(checker, [...path, 'properties', name], each, made)
}

/** Rows: each column a value; keys, ends and parents among them. */
function checkRows(checker: Checker, path: JsonPath, shape: Shape, columns: Readonly<Record<string, Shape>>): void {
  for (const [name, column] of Object.entries(columns)) {
    const at = [...path, 'items', 'properties', name]
    if (!isValueShape(column)) checker.add(at, 'shape-word', 'A column is a value of a kind.', { part: 'key' })
    else if (column.sum !== undefined || column.from !== undefined)
      checker.add(at, 'shape-word', 'A column comes from the statement of its rows.', { part: 'key' })
    else checkColumn(checker, at, column)
  }
  shape.keyed?.forEach((name, i) => {
    checker.oneOf([...path, 'keyed', i], 'column-unknown', 'column', name, Object.keys(columns))
  })
  checker.oneOf([...path, 'value'], 'column-unknown', 'column', shape.value, Object.keys(columns))
  if (shape.maxItems !== undefined && (shape.tree ?? shape.keyed))
    checker.add([...path, 'maxItems'], 'shape-word', '"maxItems" ends plain rows, not those that are keyed or a tree.', {
      part: 'key',
    })
  if (shape.tree && shape.keyed)
    checker.add([...path, 'tree'], 'shape-twice', 'Rows are either keyed or a tree.', { part: 'key' })
  if (shape.tree && Object.hasOwn(columns, shape.tree.children))
    checker.add([...path, 'tree', 'children'], 'name-taken', `"${shape.tree.children}" is a column already.`)
}

function checkColumn(checker: Checker, path: JsonPath, { type, format, decimals, oneOf, reference, of }: Shape): void {
  const [name, field] = of?.split(/\.(.*)/s) ?? []
  const register = checker.register([...path, 'of'], name)
  if (register) checker.fieldPath([...path, 'of'], register, field ?? '')

  if (type === 'object' || type === 'array') {
    checker.add([...path, 'type'], 'shape-word', `"${type}" needs ${type === 'array' ? '"items"' : '"properties" or "items"'}.`)
    return
  }
  const property = JSON.parse(JSON.stringify({ type, format, decimals, oneOf, reference })) as Property
  checkValueDefinition(checker, path, property, { kind: 'decimal', required: false })
}

/** Refuses a figure over rows that may end before the last one. */
export function demandWholeRows(checker: Checker, path: JsonPath, rows: RowsShape | undefined): void {
  if (rows?.is === 'rows' && rows.most !== undefined)
    checker.add(
      path,
      'rows-cut',
      'The rows end by their "maxItems": a figure over all of them comes from a statement of its own.',
    )
}

/** A sum adds up a column of rows of the same answer. */
function checkSum(checker: Checker, path: JsonPath, sum: string, made: Query): void {
  const steps = sum.split('.')
  const found = resultPartAt(made.result, steps)
  if (found?.is === 'column') {
    if (!kindOf(found.column.kind).sums) checker.add(path, 'sum-kind', `A ${found.column.kind} cannot be added up.`)
    demandWholeRows(checker, path, found.rows)
    return
  }
  const rows = resultPartAt(made.result, steps.slice(0, -1))
  const candidates =
    rows && rows.is !== 'column' ? resultMemberNames(rows).map(name => [...steps.slice(0, -1), name].join('.')) : []
  checker.unknown(path, 'column-unknown', 'column of rows', sum, candidates)
}
