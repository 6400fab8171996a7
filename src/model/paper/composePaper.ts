import { isPathHidden } from '../access/sight.ts'
import { readsInScope, recordExpressionsOf, scopeOfPaper } from '../expression/paperReads.ts'
import type { ExpressionScope } from '../expression/scope.ts'
import { evaluateInScope } from '../expression.ts'
import { formatMessage } from '../formatMessage.ts'
import type { Expression } from '../model.ts'
import { fieldOf } from '../register.ts'
import type { ResultColumn } from '../report.ts'
import type { PaperPart } from '../views/paperDocument.ts'
import { listTable, reportTable } from './composeTable.ts'
import type { PaperBlock, PaperFact } from './paperBlock.ts'
import { type PaperContext, paperMoment } from './paperContext.ts'
import type { PaperRow } from './paperRow.ts'
import { paperText } from './paperText.ts'
import { namedField, namedText, namedValue } from './paperValues.ts'
import { siteAddress } from './siteAddress.ts'

/** Rows of a report's query for the parts of a paper that show some, by their names. */
export type ReportRows = ReadonlyMap<string, { readonly columns: readonly ResultColumn[]; readonly rows: readonly PaperRow[] }>

/** Records after which others have their turn. */
const recordsAtOnce = 25

/** The papers of records, in their order. Pure but for giving way: what it takes is all that it reads. */
export async function composePapers(
  context: PaperContext,
  rows: readonly PaperRow[],
  reports: (row: PaperRow) => ReportRows | undefined = () => undefined,
): Promise<PaperBlock[][]> {
  const papers: PaperBlock[][] = []
  for (const [at, row] of rows.entries()) {
    if (at % recordsAtOnce === recordsAtOnce - 1) await context.giveWay?.()
    papers.push(await composePaper(context, row, reports(row)))
  }
  return papers
}

/** Tells whether a record has this paper at all. */
export const hasThisPaper = (context: PaperContext, row: PaperRow): boolean =>
  context.document.when === undefined || holds(context, context.document.when, row)

async function composePaper(context: PaperContext, row: PaperRow, reports: ReportRows | undefined): Promise<PaperBlock[]> {
  const { document } = context
  const blocks: PaperBlock[] = document.head ? headOf(context) : []
  for (const part of document.parts) {
    if (readsHidden(context, recordExpressionsOf(part)) || !(part.when === undefined || holds(context, part.when, row))) continue
    const own = await blocksOf(context, part, row, reports)
    if (own.length > 0) blocks.push(...(part.title === undefined ? [] : [{ kind: 'title' as const, text: part.title }]), ...own)
  }
  return blocks
}

async function blocksOf(
  context: PaperContext,
  part: PaperPart,
  row: PaperRow,
  reports: ReportRows | undefined,
): Promise<PaperBlock[]> {
  if ('text' in part) return textOf(context, part.text, row, text => ({ kind: 'words', text, look: part.look }))
  if ('barcode' in part) return textOf(context, part.barcode, row, text => ({ kind: 'bars', text }))
  if ('qr' in part) return textOf(context, part.qr, row, text => ({ kind: 'qr', text: siteAddress(text, context.site) }))
  if ('fields' in part) return factsOf(context, part.fields, row)
  if ('totals' in part) return totalsOf(context, part.totals, row)
  if ('rule' in part) return [{ kind: 'rule' }]
  if ('sign' in part) return [{ kind: 'sign', names: part.sign }]
  const { table } = part
  const rows = reports?.get(part.id)
  const made = await ('list' in table.of ? listTable(context, table, table.of, row) : reportTable(table, rows, context))
  if (made) return [made]
  return table.empty === undefined
    ? []
    : [{ kind: 'words', text: formatMessage(context.model, table.empty), look: { size: 'normal', align: 'left' } }]
}

function textOf(context: PaperContext, expression: Expression, row: PaperRow, make: (text: string) => PaperBlock): PaperBlock[] {
  const text = paperText(valueOf(context, expression, row))
  return text === '' ? [] : [make(text)]
}

function factsOf({ model, register, rights, zone }: PaperContext, names: readonly string[], row: PaperRow): PaperBlock[] {
  const facts = names.flatMap((name): PaperFact[] => {
    const named = namedField(model, register, name)
    if (!named || isPathHidden(model, register, name, rights)) return []
    const value = namedText(named, row, zone)
    return value === '' ? [] : [{ title: named.field.title, value }]
  })
  return facts.length === 0 ? [] : [{ kind: 'facts', facts }]
}

function totalsOf({ model, register, rights, zone }: PaperContext, names: readonly string[], row: PaperRow): PaperBlock[] {
  const totals = names.flatMap((name, at): PaperFact[] => {
    const named = namedField(model, register, name)
    if (!named || isPathHidden(model, register, name, rights)) return []
    const isNothing = !namedValue(named, row)
    if (isNothing && at < names.length - 1) return []
    return [{ title: named.field.title, value: namedText(named, row, zone) }]
  })
  return totals.length === 0 ? [] : [{ kind: 'totals', totals }]
}

/** The store's name and what its register says below it. */
function headOf({ model, store, zone }: PaperContext): PaperBlock[] {
  const register = Object.values(model.registers).find(({ letterhead }) => letterhead !== undefined)
  if (!register?.letterhead) return []
  const { title, lines } = register.letterhead
  const text = (name: string): string => {
    const named = namedField(model, register, name)
    return named ? namedText(named, store, zone) : ''
  }
  const below = lines.map(names => {
    const texts = names.map(text).filter(each => each !== '')
    const [only = ''] = names
    return names.length === 1 && texts.length === 1 ? `${fieldOf(register, only)?.title}: ${texts[0]}` : texts.join(', ')
  })
  return [{ kind: 'head', title: text(title), lines: below.filter(line => line !== '') }]
}

function valueOf(context: PaperContext, expression: Expression, row: PaperRow): unknown {
  const scope = scopeOfPaper(context.model, context.document)
  return scope && evaluateInScope(scope, expression, paperMoment(context, row))
}

const holds = (context: PaperContext, when: Expression, row: PaperRow): boolean => valueOf(context, when, row) === true

/** Tells whether expressions read something that who prints may not: they would say something else than it is. */
function readsHidden({ model, document, register, rights }: PaperContext, expressions: readonly Expression[]): boolean {
  const scope: ExpressionScope | undefined = scopeOfPaper(model, document)
  return expressions.some(expression =>
    readsInScope(expression, scope).some(path => isPathHidden(model, register, path.join('.'), rights)),
  )
}
