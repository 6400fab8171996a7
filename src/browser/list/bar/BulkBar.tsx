import { chakra } from '@chakra-ui/react/styled-system'
import { ClipboardCopy, Ellipsis, Trash2, X } from 'lucide-react'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { Menu } from '../../../controls/overlays/Menu.tsx'
import type { MenuEntry } from '../../../controls/overlays/menuEntry.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Action } from '../../../model/model.ts'
import { isActionDialogBuilt } from '../../actions/actionDialogNames.ts'
import { actionAvailability, actionsAt, isOffered } from '../../actions/actions.ts'
import { defaultMassEdit } from '../../actions/mass/massEditAction.ts'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { toTsv } from '../../grid/clipboard/tsv.ts'
import { noSelection, type Selection } from '../../grid/selection.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import { listGridColumns } from '../cells/listGridColumns.ts'
import type { ListTools } from '../listTools.ts'
import { actionIcon } from './RowActions.tsx'
import { useFittingParts } from './useFittingParts.ts'

const Root = chakra('section', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    whiteSpace: 'nowrap',
    minHeight: 'control',
    pe: '1',
    borderRadius: 'md',
    bg: 'accent.subtle',
    color: 'accent.fg',
    fontWeight: 'medium',
    // Over the rows of a phone that were scrolled below it.
    boxShadow: { base: 'float', md: 'none' },
    '& > *': { flexShrink: '0' },
  },
})

interface Props {
  readonly tools: ListTools
  readonly selection: Selection
  /** Every row seen so far: a selection goes over pages. */
  readonly seen: ReadonlyMap<string, RegisterRow>
  readonly columns: readonly ListColumn[]
  onSelect(selection: Selection): void
}

/** Tells whether an action is offered for what is selected: one that is done to rows, too, for each of those that were seen. */
function isOfferedToAll(action: Action, ids: readonly string[], seen: Props['seen'], tools: ListTools): boolean {
  if (!action.place.includes('row')) return isOffered(action, tools, ids)
  const rows = ids.flatMap(id => seen.get(id) ?? [])
  return rows.every(row => actionAvailability(action, rowScope(row, { selection: ids }), tools.evaluate) !== 'hidden')
}

/**
 * Shows the actions on the selected rows, and how many they are: one line over the search line, so that no row moves; what has no
 * room stands in a menu.
 */
export default function BulkBar(props: Props) {
  const { tools, selection, onSelect } = props
  const { say } = tools
  const text = say('selected', { count: selection.size })
  const { line, shown, rest } = useFittingParts(offersOf(props), `${text.length}`)
  return (
    <Root ref={line} aria-label={text}>
      <IconButton label={say('selection-clear')} keys="Esc" onClick={() => onSelect(noSelection)}>
        <X aria-hidden />
      </IconButton>
      <chakra.span role="status" me={{ md: '2' }} fontVariantNumeric="tabular-nums">
        {text}
      </chakra.span>
      {shown.map(({ id, title, icon, danger, act }) => (
        <Button key={id} data-fits icon={icon} danger={danger} onClick={act}>
          {title}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu
          entries={rest}
          trigger={trigger =>
            shown.length === 0 ? (
              <Button ms="auto" {...trigger}>
                {say('actions')}
              </Button>
            ) : (
              <IconButton look="outline" label={say('more-actions')} {...trigger}>
                <Ellipsis aria-hidden />
              </IconButton>
            )
          }
        />
      )}
    </Root>
  )
}

/** The actions on the selected rows; the one that removes them comes last. */
function offersOf({ tools, selection, seen, columns, onSelect }: Props): readonly MenuEntry[] {
  const { register, say, can, run } = tools
  const ids = [...selection]
  const only = ids.length === 1 ? seen.get(ids[0] ?? '') : undefined
  const remove = register.views.actions.find(action => 'remove' in action.does && can(action.gate))
  const own = actionsAt(register, 'bulk', can).filter(
    action => action !== remove && isActionDialogBuilt(action) && isOfferedToAll(action, ids, seen, tools),
  )
  const usual = defaultMassEdit(register, can, say('list.mass-edit'))
  const offerOf = (action: Action, icon = actionIcon(action)): MenuEntry => ({
    id: action.id,
    title: action.title,
    icon,
    danger: action.danger,
    act: () => void run(action, { row: only, ids }).then(done => done && onSelect(noSelection)),
  })
  const copy = async (): Promise<void> => {
    const rows = ids.map(id => seen.get(id)).filter(row => row !== undefined)
    const copied = await copyText(toTsv(listGridColumns(columns, columns, tools), rows))
    if (copied) showToast({ text: say('copied-rows', { count: rows.length }) })
  }
  return [
    ...(usual ? [...own, usual] : own).map(action => offerOf(action)),
    { id: 'copy-rows', title: say('copy-rows'), icon: <ClipboardCopy aria-hidden />, act: () => void copy() },
    ...(remove ? [{ ...offerOf(remove, <Trash2 aria-hidden />), danger: true }] : []),
  ]
}
