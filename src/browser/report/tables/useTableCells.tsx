import { type ReactNode, useCallback, useMemo } from 'react'
import { toneIcon } from '../../../controls/Banner.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { Logo } from '../../../controls/Logo.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { kindByName } from '../../../kinds/values.ts'
import { valueText } from '../../../kinds/valueText.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import { columnFields } from '../../../model/report/expressionFields.ts'
import { logoOf } from '../../../model/report/logoOf.ts'
import type { ResultColumn, TableSpec } from '../../../model/report.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { RouterLink } from '../../router/RouterLink.tsx'
import { useDrill } from '../drill/useDrill.ts'
import { useReport } from '../reportContext.ts'
import type { ShownColumn, ShownTable } from './shownTable.ts'

type Row = Readonly<Record<string, unknown>>
type RowTone = TableSpec['rowTone'][number]

/** How the cells of a table are drawn, whatever draws the table. */
export interface TableCells {
  content(row: Row, column: ShownColumn): ReactNode
  text(row: Row, column: ShownColumn): string
  tone(row: Row): RowTone | undefined
  /** Whether rows have a colour; then its icon and word stand before them. */
  readonly marked: boolean
  mark(row: Row): ReactNode
  align(column: ShownColumn): 'start' | 'end' | 'center'
  /** Where a row leads. */
  address(row: Row): string | undefined
}

/** The cells of a definition's table. */
export function useTableCells(spec: TableSpec, columns: readonly ResultColumn[], table: ShownTable): TableCells {
  const { evaluate, say, isReachable, switchStore } = useReport()
  const here = useSession().store?.id
  const reached = useDrill()
  const fields = useMemo(() => columnFields(columns), [columns])
  const holds = useCallback((when: string, row: Row) => evaluate(fields, when, row) === true, [evaluate, fields])
  return useMemo(() => {
    const instead = (row: Row, { id }: ShownColumn): string | undefined => {
      const found = spec.instead?.find(one => one.column === id && holds(one.when, row))
      return found && say(found.message, paramsOf(row))
    }
    const tone = (row: Row) => spec.rowTone.find(({ when }) => holds(when, row))
    // Any row's address opens the same page, or none.
    const open = [spec.open ?? []].flat().find(address => isReachable(address.replaceAll(/\{[^}]*\}/g, '1')))
    const ofRow = reached(spec.drill)
    const ofColumns = new Map(spec.columns.flatMap(({ column, drill }) => (drill ? [[column, reached(drill)] as const] : [])))
    const address = (row: Row) =>
      spec.drill
        ? ofRow?.address(row)
        : open === undefined || !isWhole(open, row) || isElsewhere(row, here)
          ? undefined
          : fillAddress(open, row)
    const leads = (row: Row, id: string) =>
      ofColumns.has(id) ? ofColumns.get(id)?.address(row) : id === first ? address(row) : undefined
    const first = spec.columns[0]?.column
    const cellTone = (row: Row, { id }: ShownColumn) =>
      spec.columns.find(({ column }) => column === id)?.tones?.find(({ when }) => holds(when, row))
    const logosOf = ({ id }: ShownColumn) => columns.find(({ name }) => name === id)?.refine?.logos
    return {
      tone,
      address,
      marked: spec.rowTone.length > 0 && !table.rows.every(row => isSaid(tone(row), row, table)),
      align: ({ as }) => kindByName(as.kind).align,
      text: (row, column) => instead(row, column) ?? valueText(row[column.id], column.as),
      mark: row => <ToneMark tone={tone(row)} />,
      content: (row, column) => {
        const text = instead(row, column)
        const logo = logoOf(valueText(row[column.id], column.as), logosOf(column))
        const shown = withTone(withLogo(text ?? cell(row, column), logo), cellTone(row, column))
        // Nothing to press where nothing stands.
        const blank = text === undefined && valueText(row[column.id], column.as) === ''
        const to = blank ? undefined : leads(row, column.id)
        if (spec.switchStore && column.id === first && switchStore && typeof row.lojaId === 'number')
          return <StoreButton lojaId={row.lojaId} name={text ?? String(row[column.id] ?? '')} onSwitch={switchStore} />
        return to === undefined ? shown : <RouterLink to={to}>{shown}</RouterLink>
      },
    }
  }, [spec, columns, table, holds, say, isReachable, reached, switchStore, here])
}

interface StoreButtonProps {
  readonly lojaId: number
  readonly name: string
  onSwitch(lojaId: number): void
}

/** Goes to the store of a row; the one at hand is only named. */
function StoreButton({ lojaId, name, onSwitch }: StoreButtonProps) {
  const { store } = useSession()
  const say = useTranslate()
  if (store?.id === lojaId) return <strong aria-current="true">{name}</strong>
  return (
    <button
      type="button"
      className="report-switch"
      data-tip={say('dashboard.store-open', { store: name })}
      onClick={() => onSwitch(lojaId)}
    >
      {name}
    </button>
  )
}

/** Tells whether a row is of another store than the one whose pages open. */
const isElsewhere = ({ lojaId }: Row, here: number | undefined): boolean => lojaId !== undefined && lojaId !== here

/** Tells whether a row has all that an address names: an opening balance belongs to no record. */
const isWhole = (address: string, row: Row): boolean =>
  [...address.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => row[name] !== null && row[name] !== undefined)

/** Tells whether a cell of the row says the word of its colour already: `Paga`, or `A` under `Classe`. */
function isSaid(tone: RowTone | undefined, row: Row, { columns }: ShownTable): boolean {
  const word = tone?.title
  if (tone === undefined) return true
  return columns.some(({ id, title, as }) => {
    const text = valueText(row[id], as)
    return text === word || `${title} ${text}` === word
  })
}

/** A cell in its colour; a chip says the same in a word. */
const withTone = (shown: ReactNode, tone: RowTone | undefined): ReactNode =>
  tone === undefined ? (
    shown
  ) : (
    <span className="toned report-toned" data-tone={tone.tone}>
      {shown}
      {tone.title ? <Chip tone={tone.tone}>{tone.title}</Chip> : null}
    </span>
  )

const withLogo = (shown: ReactNode, logo: string | undefined): ReactNode =>
  logo === undefined ? (
    shown
  ) : (
    <span className="report-logo">
      <Logo name={logo} />
      {shown}
    </span>
  )

function cell(row: Row, { id, as }: ShownColumn): ReactNode {
  const value = row[id]
  if (value === null || value === undefined || value === '') return '—'
  // References of an answer are plain names or numbers: nothing is looked up.
  return kindByName(as.kind).chosenFrom === 'records' ? String(value) : <KindCell value={asValue(value)} field={as} row={row} />
}

const paramsOf = (row: Row): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  )

function ToneMark({ tone }: { readonly tone: RowTone | undefined }) {
  if (!tone) return null
  const Sign = toneIcon[tone.tone]
  return (
    <span className="report-mark" data-tone={tone.tone} {...(tone.title ? { 'data-tip': tone.title } : {})}>
      <Sign aria-hidden />
      {tone.title ? <span className="report-word">{tone.title}</span> : null}
    </span>
  )
}
