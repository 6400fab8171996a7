import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { compileExpression } from '../expression.ts'
import { targetOf } from '../field.ts'
import type { Expression, Model, Register } from '../model.ts'
import { childListNamed, fieldOf } from '../register.ts'
import type { PaperColumn, PaperDocument, PaperPart } from '../views/paperDocument.ts'
import type { ReadPath } from './reads.ts'
import { type ExpressionScope, modelTypesOf } from './scope.ts'

/** The records beside its own that a paper shows, or of which its expressions read. */
export interface PaperReads {
  /** By the name of the record: its members. */
  readonly own: ReadonlyMap<string, ReadonlySet<string>>
  /** By the list: the records of its rows, with their members. */
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>
}

/** Names of a paper's expressions: those of its record, and the period that was `asked`. */
export const scopeOfPaper = (model: Model, { register, period }: PaperDocument): ExpressionScope | undefined => {
  const found = model.registers[register]
  return found && modelTypesOf(model).ofRegister(found, period ? ['asked'] : [])
}

/** Names of expressions over the rows of a table. */
export const scopeOfPaperRow = (model: Model, document: PaperDocument, list: string): ExpressionScope | undefined => {
  const register = model.registers[document.register]
  const child = register && model.registers[childListNamed(register, list)?.register ?? '']
  return child && modelTypesOf(model).ofRegister(child, document.period ? ['asked'] : [])
}

/** All that an expression reads; nothing of one that is faulty. */
export function readsInScope(expression: Expression, scope: ExpressionScope | undefined): readonly ReadPath[] {
  const compiled = scope && compileExpression(expression, scope)
  return compiled?.ok ? compiled.value.reads : []
}

/** The expressions of a part over the record. */
export const recordExpressionsOf = (part: PaperPart): readonly Expression[] =>
  [
    part.when,
    'text' in part ? part.text : undefined,
    'barcode' in part ? part.barcode : undefined,
    'qr' in part ? part.qr : undefined,
    ...('table' in part && 'query' in part.table.of ? Object.values(part.table.of.values) : []),
  ].filter(expression => expression !== undefined)

/** The expressions of a table over its rows. */
const rowExpressionsOf = (part: PaperPart): readonly Expression[] =>
  'table' in part && 'list' in part.table.of
    ? [part.table.of.where, ...part.table.columns.map(textOf)].filter(expression => expression !== undefined)
    : []

const textOf = (column: PaperColumn): Expression | undefined => ('text' in column ? column.text : undefined)

const known = new WeakMap<PaperDocument, PaperReads>()

/** Returns what is read with the record of a paper. */
export const paperReadsOf = (model: Model, document: PaperDocument): PaperReads =>
  memoizeByKey(known, document, () => collect(model, document))

function collect(model: Model, document: PaperDocument): PaperReads {
  const own = new Map<string, Set<string>>()
  const lists = new Map<string, Map<string, Set<string>>>()
  const register = model.registers[document.register]
  if (!register) return { own, lists }
  const listed = (list: string) => memoizeByKey(lists, list, () => new Map<string, Set<string>>())
  const ofRecord = (path: ReadPath): void => {
    const [first = '', ...rest] = path
    const child = model.registers[childListNamed(register, first)?.register ?? '']
    if (child) put(listed(first), child, rest)
    else put(own, register, path)
  }
  const ofRow = (list: string, child: Register, path: ReadPath): void => {
    if (path[0] === 'parent') ofRecord(path.slice(1))
    else put(listed(list), child, path)
  }
  const scope = scopeOfPaper(model, document)
  for (const path of document.when === undefined ? [] : readsInScope(document.when, scope)) ofRecord(path)
  for (const part of document.parts) {
    for (const expression of recordExpressionsOf(part)) for (const path of readsInScope(expression, scope)) ofRecord(path)
    for (const field of [...('fields' in part ? part.fields : []), ...('totals' in part ? part.totals : [])])
      ofRecord(field.split('.'))
    if (!('table' in part) || !('list' in part.table.of)) continue
    const { list } = part.table.of
    const child = model.registers[childListNamed(register, list)?.register ?? '']
    if (!child) continue
    listed(list)
    for (const column of part.table.columns) if ('field' in column) ofRow(list, child, column.field.split('.'))
    const rowScope = scopeOfPaperRow(model, document, list)
    for (const expression of rowExpressionsOf(part))
      for (const path of readsInScope(expression, rowScope)) ofRow(list, child, path)
  }
  return { own, lists }
}

/** A field that refers needs the names of its records; a member of one that member, too. */
function put(into: Map<string, Set<string>>, register: Register, [first = '', member]: ReadPath): void {
  const field = fieldOf(register, first) ?? register.fields.find(({ reference }) => reference?.as === first)
  const target = field && targetOf(field)
  if (!target) return
  const members = memoizeByKey(into, target.as, () => new Set<string>())
  if (member !== undefined && first === target.as) members.add(member)
}
