import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { DocumentDefinition } from '../../../generated/definitions.ts'
import type { Action } from '../../action.ts'
import type { Definition, Definitions } from '../../source/definitions.ts'
import type { PaperColumn, PaperDocument, PaperPart } from '../../views/paperDocument.ts'
import type { RegisterWithoutViews } from '../register.ts'

/** A paper with everything that its definition leaves out. */
export function buildPaperDocument({ name, value }: Definition<DocumentDefinition>): PaperDocument {
  const { title, description, register, gate, when, papers, label, head, period = false, parts } = value
  return withoutUndefined({
    name,
    title,
    help: description,
    register,
    gate,
    when,
    papers,
    label: label && withoutUndefined({ top: 0, left: 0, ...label }),
    head: head ?? papers[0] !== 'label',
    period,
    parts: parts.map(partOf),
  })
}

type PartDefinition = DocumentDefinition['parts'][number]

/** The checker demands exactly one deed of a part. */
function partOf(part: PartDefinition): PaperPart {
  const { id, when, title, text, size = 'normal', bold, align = 'left', lines, fields, totals, barcode, qr, sign } = part
  const own = withoutUndefined({ id, when, title })
  if (text !== undefined)
    return { ...own, text, look: withoutUndefined({ size, bold: bold === true ? (true as const) : undefined, align, lines }) }
  if (fields) return { ...own, fields }
  if (part.table !== undefined || part.report !== undefined) return { ...own, table: tableOf(part) }
  if (totals) return { ...own, totals }
  if (barcode !== undefined) return { ...own, barcode }
  if (qr !== undefined) return { ...own, qr }
  return sign ? { ...own, sign } : { ...own, rule: true }
}

const tableOf = ({ table, report, rows = '', values = {}, where, columns = [], sums = [], empty }: PartDefinition) =>
  withoutUndefined({
    of: report === undefined ? withoutUndefined({ list: table ?? '', where }) : { query: report, rows, values },
    columns: columns.map(columnOf),
    sums,
    empty,
  })

const usualShare = 2

function columnOf(column: NonNullable<PartDefinition['columns']>[number]): PaperColumn {
  if (typeof column === 'string') return { field: column, share: usualShare }
  const { field, text, blank, title, share = usualShare } = column
  const own = withoutUndefined({ title, share })
  if (field !== undefined) return { ...own, field }
  return text === undefined ? { ...own, blank: blank ?? '' } : { ...own, text }
}

/** The action by which people get the paper of a record, of a row or of all that are ticked. */
export function paperAction(
  { name, value }: Definition<DocumentDefinition>,
  { access }: RegisterWithoutViews,
  page: string,
): Action {
  const { see = 'logged' } = access
  const { title, button, icon = 'printer', place = ['row', 'form', 'bulk'], gate, when } = value
  return withoutUndefined({
    id: `documento-${name}`,
    title: button ?? `Imprimir: ${title}`,
    icon,
    place,
    gate: gate === undefined || gate === see ? see : `(${gate}) && (${see})`,
    visibleWhen: place.includes('bulk') ? undefined : when,
    danger: false,
    newTab: true as const,
    does: { open: `${page}?documento=${name}&registro=${value.register}&ids={ids}` },
  })
}

/** The papers of a register and the page that shows them. */
export interface PapersOfRegister {
  readonly documents: readonly Definition<DocumentDefinition>[]
  readonly page: string
}

/** Finds the papers of a register; none where no screen shows papers. */
export function papersOf({ documents, screens }: Definitions, register: string): PapersOfRegister | undefined {
  const page = [...screens.values()].find(({ value }) => value.runtime === 'papers')?.value.path
  const own = [...documents.values()].filter(({ value }) => value.register === register)
  return page === undefined || own.length === 0 ? undefined : { documents: own, page }
}
