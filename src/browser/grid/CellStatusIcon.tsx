import { CircleAlert, LoaderCircle } from 'lucide-react'
import { editDecimal } from '../../base/number.ts'
import type { CellAddress } from './cellAddress.ts'
import { useGridContext } from './gridContext.ts'
import { gridMessages } from './gridMessages.ts'
import type { CellStatus } from './gridState.ts'

interface Props {
  readonly address: CellAddress
  readonly status: CellStatus | undefined
  readonly problem: string | undefined
  /** The cell has focus: the reason is shown. */
  readonly open: boolean
  readonly editing: boolean
}

/** The sign of a cell that is being saved or was refused, and under the focused one why, with what was typed. */
export function CellStatusIcon({ address, status, problem, open, editing }: Props) {
  if (status?.state === 'saving' || status?.state === 'reading') {
    // Of a pasted block every cell would turn a wheel of its own: their text is pale until they are saved.
    if (status.state === 'saving' && status.shown !== undefined) return null
    return (
      <span className="grid-status is-saving" title={gridMessages.saving}>
        <LoaderCircle size={13} aria-label={gridMessages.saving} />
      </span>
    )
  }
  if (editing || status?.state === 'pending') return null
  return (
    <>
      <span className="grid-status is-failed">
        <CircleAlert size={14} aria-label={gridMessages.failed} />
      </span>
      {open && (status ? <Refused address={address} status={status} /> : <div className="grid-reason">{problem}</div>)}
    </>
  )
}

function Refused({ address, status }: { address: CellAddress; status: CellStatus }) {
  const { edits, interaction } = useGridContext()
  if (status.state !== 'failed') return null
  const { draft, reason } = status
  const { value } = draft
  const typed = draft.text ?? (typeof value === 'number' ? editDecimal(value) : typeof value === 'string' ? value : '')
  return (
    <div className="grid-reason has-choice">
      <div>{reason}</div>
      {typed !== '' && (
        <div className="grid-typed">
          {gridMessages.typed}: <b>{typed}</b>
        </div>
      )}
      <div className="grid-choice">
        {draft.text === undefined && (
          <button type="button" tabIndex={-1} onClick={() => edits.retry(address)}>
            {gridMessages.retry}
          </button>
        )}
        <button type="button" tabIndex={-1} onClick={() => interaction.openEditor(address, 'caret')}>
          {gridMessages.edit}
        </button>
        <button type="button" tabIndex={-1} onClick={() => edits.discard(address)}>
          {gridMessages.discard}
        </button>
      </div>
    </div>
  )
}
