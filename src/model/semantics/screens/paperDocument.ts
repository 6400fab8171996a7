import type { DocumentDefinition } from '../../../generated/definitions.ts'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { scopeOfPaper, scopeOfPaperRow } from '../../expression/paperReads.ts'
import type { ExpressionScope } from '../../expression.ts'
import type { Register } from '../../model.ts'
import { childListNamed, fieldAtPath } from '../../register.ts'
import { resultMemberNames, resultPartAt } from '../../report/resultShape.ts'
import type { ResultColumn } from '../../report.ts'
import type { JsonPath } from '../../source/source.ts'
import { type PaperDocument, paperPartWords } from '../../views/paperDocument.ts'
import { boolType, type Checker, scalarTypes } from '../checker.ts'

type PartDefinition = DocumentDefinition['parts'][number]
type ColumnDefinition = NonNullable<PartDefinition['columns']>[number]

/** A paper: its register is there, each part says one thing, and all that it names and asks is of the record. */
export function checkPaperDocument(checker: Checker, value: DocumentDefinition, made: PaperDocument): void {
  checker.gate(['gate'], value.gate)
  const register = checker.register(['register'], value.register)
  const scope = register && scopeOfPaper(checker.model, made)
  if (!register || !scope) return
  checker.expression(['when'], value.when, scope, boolType, 'references')
  checkLabel(checker, value)
  checker.twice(
    ['parts'],
    value.parts.map(({ id }) => id),
    'part',
    i => [i, 'id'],
  )
  for (const [i, part] of value.parts.entries())
    if (checkDeed(checker, ['parts', i], part)) checkPart(new PartCheck(checker, ['parts', i], made, register, scope), part)
}

/** The top of papers: fields of the store's own register. */
export function checkLetterhead(checker: Checker, register: Register): void {
  const { letterhead, role } = register
  if (!letterhead) return
  const path = ['register', 'letterhead']
  if (role !== 'store') {
    const message = 'The top of papers is the store\'s: it stands in the register with the role "store".'
    checker.add(path, 'letterhead-place', message, { part: 'key' })
    return
  }
  checker.field([...path, 'title'], register, letterhead.title)
  for (const [i, line] of letterhead.lines.entries()) checker.fields([...path, 'lines', i], register, line)
}

function checkLabel(checker: Checker, { papers, label }: DocumentDefinition): void {
  const isLabel = papers.includes('label')
  if (isLabel && !label) checker.add(['papers', papers.indexOf('label')], 'label-measures', 'Labels have measures: add "label".')
  if (!label) return
  if (!isLabel) checker.add(['label'], 'label-measures', '"label" says nothing where "papers" has none.', { part: 'key' })
  const { columns, rows } = label
  if ((columns === undefined) !== (rows === undefined))
    checker.add(['label'], 'label-measures', 'Labels on sheets have both, "columns" and "rows".', { part: 'key' })
}

const tableWords = ['columns', 'sums', 'empty'] as const
const companions: Readonly<Record<(typeof paperPartWords)[number], readonly string[]>> = {
  text: ['size', 'bold', 'align', 'lines'],
  fields: [],
  table: [...tableWords, 'where'],
  report: [...tableWords, 'rows', 'values'],
  totals: [],
  barcode: [],
  qr: [],
  rule: [],
  sign: [],
}

/** Exactly one deed, and of the other words only its own. */
function checkDeed(checker: Checker, path: JsonPath, part: PartDefinition): boolean {
  const [deed, ...more] = paperPartWords.filter(word => part[word] !== undefined)
  if (deed === undefined || more.length > 0) {
    const message = `A part says exactly one of ${paperPartWords.map(word => `"${word}"`).join(', ')}.`
    checker.add([...path, ...more.slice(0, 1)], 'part-deed', message, more.length > 0 ? { part: 'key' } : {})
    return false
  }
  const own = ['id', 'when', 'title', '$comment', deed, ...companions[deed]]
  const strange = Object.keys(part).find(word => !own.includes(word))
  if (strange === undefined) return true
  checker.add([...path, strange], 'part-deed', `"${strange}" says nothing beside "${deed}".`, { part: 'key' })
  return false
}

class PartCheck {
  readonly checker: Checker
  readonly path: JsonPath
  readonly document: PaperDocument
  readonly register: Register
  readonly scope: ExpressionScope

  constructor(checker: Checker, path: JsonPath, document: PaperDocument, register: Register, scope: ExpressionScope) {
    this.checker = checker
    this.path = path
    this.document = document
    this.register = register
    this.scope = scope
  }

  at(...steps: JsonPath): JsonPath {
    return [...this.path, ...steps]
  }

  expression(word: string, expression: string | undefined, type = scalarTypes): void {
    this.checker.expression(this.at(word), expression, this.scope, type, 'references')
  }
}

function checkPart(check: PartCheck, part: PartDefinition): void {
  const { checker, register } = check
  check.expression('when', part.when, boolType)
  check.expression('text', part.text)
  check.expression('barcode', part.barcode)
  check.expression('qr', part.qr)
  for (const word of ['fields', 'totals'] as const)
    part[word]?.forEach((name, i) => {
      checker.fieldPath(check.at(word, i), register, name)
    })
  if (part.table !== undefined) checkListTable(check, part)
  if (part.report !== undefined) checkReportTable(check, part)
  if (part.table !== undefined || part.report !== undefined) checker.message(check.at('empty'), part.empty)
}

function checkListTable(check: PartCheck, { table = '', columns, where, sums }: PartDefinition): void {
  const { checker, document, register } = check
  const lists = register.lists.map(({ name }) => name)
  if (!checker.oneOf(check.at('table'), 'list-unknown', `list of ${register.name}`, table, lists)) return
  const child = checker.model.registers[childListNamed(register, table)?.register ?? '']
  const scope = scopeOfPaperRow(checker.model, document, table)
  if (!child || !scope) return
  checker.expression(check.at('where'), where, scope, boolType, 'references')
  checkColumns(check, columns, {
    field: (path, name) => checker.fieldPath(path, child, name),
    text: (path, text) => checker.expression(path, text, scope, scalarTypes, 'references'),
  })
  checkSums(check, sums, columns, name => fieldAtPath(checker.model.registers, child, name))
}

function checkReportTable(check: PartCheck, { report = '', rows, values = {}, columns, sums }: PartDefinition): void {
  const { checker, scope } = check
  if (!checker.oneOf(check.at('report'), 'query-unknown', 'query', report, checker.names.queries)) return
  const query = checker.model.queries[report]
  if (!query) {
    checker.leave()
    return
  }
  const names = query.parameters.flatMap(({ fills }) => fills)
  for (const [name, expression] of Object.entries(values)) {
    checker.oneOf(check.at('values', name), 'parameter-unknown', `parameter of ${report}`, name, names, 'key')
    checker.expression(check.at('values', name), expression, scope, scalarTypes, 'references')
  }
  const part = resultPartAt(query.result, (rows ?? '').split('.'))
  if (rows === undefined || part?.is === undefined || part.is === 'value' || part.is === 'record' || part.is === 'column') {
    if (rows === undefined) checker.add(check.at('report'), 'rows-missing', 'Say which rows of the answer are shown: add "rows".')
    else checker.unknown(check.at('rows'), 'result-unknown', `rows of ${report}`, rows, resultMemberNames(query.result))
    return
  }
  const found = new Map<string, ResultColumn>(part.columns.map(column => [column.name, column]))
  checkColumns(check, columns, {
    field: (path, name) => checker.oneOf(path, 'result-unknown', `column of ${report}`, name, found.keys()),
    text: path => checker.add(path, 'part-deed', 'A column of a report is a field.', { part: 'key' }),
  })
  checkSums(check, sums, columns, name => found.get(name))
}

interface ColumnChecks {
  field(path: JsonPath, name: string): unknown
  text(path: JsonPath, text: string): unknown
}

function checkColumns({ checker, path }: PartCheck, columns: readonly ColumnDefinition[] | undefined, of: ColumnChecks): void {
  if (!columns) checker.add(path, 'columns-missing', 'A table has columns: add "columns".')
  columns?.forEach((column, i) => {
    const here: JsonPath = [...path, 'columns', i]
    if (typeof column === 'string') {
      of.field(here, column)
      return
    }
    const deeds = (['field', 'text', 'blank'] as const).filter(word => column[word] !== undefined)
    if (deeds.length !== 1) {
      checker.add(here, 'part-deed', 'A column says exactly one of "field", "text", "blank".')
      return
    }
    if (column.field !== undefined) of.field([...here, 'field'], column.field)
    if (column.text !== undefined) of.text([...here, 'text'], column.text)
  })
}

function checkSums(
  check: PartCheck,
  sums: readonly string[] | undefined,
  columns: readonly ColumnDefinition[] | undefined,
  find: (name: string) => Parameters<typeof isNumberKind>[0] | undefined,
): void {
  const shown = (columns ?? []).flatMap(column => (typeof column === 'string' ? column : (column.field ?? [])))
  sums?.forEach((name, i) => {
    const { checker } = check
    if (!checker.oneOf(check.at('sums', i), 'field-unknown', 'column of the table', name, shown)) return
    const field = find(name)
    if (field && !isNumberKind(field))
      checker.add(check.at('sums', i), 'sum-kind', `The column ${name} has no numbers to add up.`)
  })
}
