import { chakra } from '@chakra-ui/react/styled-system'
import { ClipboardCopy, Trash2, X } from 'lucide-react'
import { Button, IconButton } from '../../../controls/Button.tsx'
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

const Root = chakra('section', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flexWrap: { base: 'nowrap', md: 'wrap' },
    flexShrink: '0',
    overflowX: { base: 'auto', md: 'visible' },
    minHeight: 'control',
    pe: '1',
    borderRadius: 'md',
    bg: 'accent.subtle',
    color: 'accent.fg',
    fontWeight: 'medium',
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

/** Shows the actions on the selected rows, and how many they are. Takes the place of the search line: nothing moves. */
export default function BulkBar({ tools, selection, seen, columns, onSelect }: Props) {
  const { register, say, can, run } = tools
  const ids = [...selection]
  const only = ids.length === 1 ? seen.get(ids[0] ?? '') : undefined
  const remove = register.views.actions.find(action => 'remove' in action.does && can(action.gate))
  const own = actionsAt(register, 'bulk', can).filter(
    action => action !== remove && isActionDialogBuilt(action) && isOfferedToAll(action, ids, seen, tools),
  )
  const usual = defaultMassEdit(register, can, say('list.mass-edit'))
  const actions = usual ? [...own, usual] : own
  const copy = async (): Promise<void> => {
    const rows = ids.map(id => seen.get(id)).filter(row => row !== undefined)
    const copied = await copyText(toTsv(listGridColumns(columns, columns, tools), rows))
    if (copied) showToast({ text: say('copied-rows', { count: rows.length }) })
  }
  const target = { row: only, ids }
  return (
    <Root aria-label={say('selected', { count: ids.length })}>
      <IconButton label={say('selection-clear')} keys="Esc" onClick={() => onSelect(noSelection)}>
        <X aria-hidden />
      </IconButton>
      <chakra.span role="status" me="2" flexShrink="0" fontVariantNumeric="tabular-nums">
        {say('selected', { count: ids.length })}
      </chakra.span>
      {actions.map(action => (
        <Button
          key={action.id}
          icon={actionIcon(action)}
          danger={action.danger}
          onClick={() => void run(action, target).then(done => done && onSelect(noSelection))}
        >
          {action.title}
        </Button>
      ))}
      <Button icon={<ClipboardCopy aria-hidden />} onClick={() => void copy()}>
        {say('copy-rows')}
      </Button>
      {remove && (
        <Button
          icon={<Trash2 aria-hidden />}
          danger
          onClick={() => void run(remove, target).then(done => done && onSelect(noSelection))}
        >
          {remove.title}
        </Button>
      )}
    </Root>
  )
}
