import { EllipsisVertical } from 'lucide-react'
import { type FocusEvent, memo, type ReactNode } from 'react'
import { Menu } from '../../../controls/overlays/Menu.tsx'
import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import { showsPicture } from '../../../kinds/showsPicture.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import { recordName } from '../../actions/actions.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { actionMenuEntries, isOpenAction } from '../bar/RowActions.tsx'
import { CardFacts } from '../cells/CardFacts.tsx'
import { listCell } from '../cells/ListCell.tsx'
import { columnValue, type ListColumn } from '../cells/listColumns.ts'
import type { ListTools } from '../listTools.ts'
import { toneOfRow } from '../toneOfRow.ts'

interface CardProps {
  readonly row: RegisterRow
  /** The first is the title. */
  readonly columns: readonly ListColumn[]
  readonly tools: ListTools
  /** The card that Tab reaches; arrows lead to the others. */
  readonly current: boolean
  readonly movable: boolean
  /** Entries beside the record's own actions: moves. */
  entriesOf(row: RegisterRow): readonly MenuPart[]
  /** Beside the title: how much is said of it. */
  readonly mark?: ReactNode
  /** Over the text: a picture. */
  picture?(row: RegisterRow): ReactNode
  /** Below the text: buttons. */
  foot?(row: RegisterRow): ReactNode
  onCurrent(id: string): void
}

/** A record as a card: its title, which opens it, a few fields, and a menu of what can be done. */
export const LookCard = memo(function LookCard(props: CardProps) {
  const { row, columns, tools, current, movable, entriesOf, mark, picture, foot, onCurrent } = props
  const [title, ...rest] = columns.filter(({ field }) => !showsPicture(field))
  const name = cardName(row, title, tools)
  const own = tools.rowActions.filter(action => !isOpenAction(action)).flatMap(action => actionMenuEntries(action, row, tools))
  const entries = entriesOf(row)
  const all: readonly MenuPart[] = [...entries, ...(entries.length > 0 && own.length > 0 ? [{ line: 'own' }] : []), ...own]
  const focus = (event: FocusEvent): void => {
    if (!current && event.target !== event.currentTarget) onCurrent(String(row.id))
  }
  return (
    <li
      className="look-card"
      data-card={row.id}
      data-movable={movable || undefined}
      data-tone={toneOfRow(row, tools)}
      onFocus={focus}
    >
      {picture?.(row)}
      <div className="look-card-head">
        <CardTitle row={row} tools={tools} current={current}>
          {(title && listCell(title, row, tools, undefined)) || name}
        </CardTitle>
        {mark}
        {all.length > 0 ? (
          <Menu
            entries={all}
            trigger={({ ref, ...trigger }) => (
              <button
                ref={ref}
                type="button"
                className="list-icon"
                tabIndex={current ? 0 : -1}
                aria-label={`${tools.say('more-actions')}: ${name}`}
                data-tip={tools.say('more-actions')}
                {...trigger}
              >
                <EllipsisVertical size={16} aria-hidden />
              </button>
            )}
          />
        ) : null}
      </div>
      <CardFacts row={row} columns={rest} tools={tools} />
      {foot?.(row)}
    </li>
  )
})

/** The way into the record; one that opens nowhere is reached all the same, to be moved. */
function CardTitle({
  row,
  tools,
  current,
  children,
}: Pick<CardProps, 'row' | 'tools' | 'current'> & { readonly children: ReactNode }) {
  const open = tools.rowActions.find(isOpenAction)?.does
  const common = { className: 'look-card-title', tabIndex: current ? 0 : -1 }
  return open && 'open' in open ? (
    <RouterLink {...common} to={fillAddress(open.open, row)} draggable={false}>
      {children}
    </RouterLink>
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: no button, since nothing happens by pressing it
    <span {...common} role="group" aria-label={recordName(tools.register, row)}>
      {children}
    </span>
  )
}

/** The name of a card where it is spoken of. */
export function cardName(row: RegisterRow, title: ListColumn | undefined, { register }: Pick<ListTools, 'register'>): string {
  const value = title && columnValue(title, row)
  const name = recordName(register, row)
  return typeof value === 'string' && value !== '' && value !== name ? `${value} (${name})` : name
}
