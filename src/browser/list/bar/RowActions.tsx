import { Copy, EllipsisVertical, Eye, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../controls/Icon.tsx'
import { Menu } from '../../../controls/overlays/Menu.tsx'
import type { MenuEntry } from '../../../controls/overlays/menuEntry.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Action } from '../../../model/model.ts'
import { isActionDialogBuilt } from '../../actions/actionDialogNames.ts'
import { actionAvailability, isLocked, recordName, untilOf } from '../../actions/actions.ts'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import type { ListTools } from '../listTools.ts'

/** Opening beside the row, everything else in a menu. */
export function RowActions({ row, tools }: { readonly row: RegisterRow; readonly tools: ListTools }) {
  const { rowActions, say, register } = tools
  const name = recordName(register, row)
  const open = rowActions.find(isOpenAction)
  const others = rowActions.filter(action => action !== open).toSorted((a, b) => Number(a.danger) - Number(b.danger))
  const entries = others.flatMap(action => actionMenuEntries(action, row, tools))
  return (
    <span className="list-actions">
      {open && 'open' in open.does && (
        <RouterLink
          className="list-icon"
          to={fillAddress(open.does.open, row)}
          tabIndex={-1}
          aria-label={`${openWord(tools)} ${name}`}
          data-tip={openWord(tools)}
        >
          {tools.can(register.access.change) ? <Pencil size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </RouterLink>
      )}
      {entries.length > 0 && (
        <Menu
          entries={entries}
          trigger={({ ref, ...rest }) => (
            <button
              ref={ref}
              type="button"
              className="list-icon"
              tabIndex={-1}
              aria-label={`${say('more-actions')}: ${name}`}
              data-tip={say('more-actions')}
              {...rest}
            >
              <EllipsisVertical size={16} aria-hidden />
            </button>
          )}
        />
      )}
    </span>
  )
}

/** The register's own way in: the action that leads to the record itself. */
export const isOpenAction = (action: Action): boolean => action.id === 'open' && 'open' in action.does

const openWord = ({ say, can, register }: ListTools): string => say(can(register.access.change) ? 'edit' : 'view')

export function actionMenuEntries(action: Action, row: RegisterRow, tools: ListTools): MenuEntry[] {
  const scope = rowScope(row)
  const stands = actionAvailability(action, scope, tools.evaluate)
  if (stands === 'hidden' || !isActionDialogBuilt(action)) return []
  const locked = 'remove' in action.does && isLocked(tools.register, scope, tools.evaluate)
  return [
    {
      id: action.id,
      title: action.title,
      icon: actionIcon(action),
      ...untilOf(action, row),
      danger: action.danger,
      disabled: stands === 'disabled' || locked,
      ...(locked && tools.register.locked ? { reason: tools.say(tools.register.locked.message) } : {}),
      act: () => void tools.run(action, { row, ids: [String(row.id)] }),
    },
  ]
}

const known: Readonly<Record<string, ReactNode>> = {
  copy: <Copy aria-hidden />,
  'trash-2': <Trash2 aria-hidden />,
  pencil: <Pencil aria-hidden />,
}

export const actionIcon = ({ icon }: Action): ReactNode =>
  icon === undefined ? undefined : (known[icon] ?? <Icon name={icon} size="1rem" />)
