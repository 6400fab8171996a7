import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useGridParts } from './parts.ts'
import type { Place } from './place.ts'
import type { Mark } from './state.ts'
import { words } from './words.ts'

interface Props {
  readonly place: Place
  readonly mark: Mark | undefined
  readonly problem: string | undefined
  /** The cell has focus: the reason is shown. */
  readonly open: boolean
  readonly editing: boolean
}

/** The sign of a cell that is being saved or was refused, and under the focused one why, with what was typed. */
export function CellMark({ place, mark, problem, open, editing }: Props) {
  if (mark?.status === 'saving' || mark?.status === 'reading') {
    // Of a pasted block every cell would turn a wheel of its own: their text is pale until they are saved.
    if (mark.status === 'saving' && mark.shown !== undefined) return null
    return (
      <span className="grid-sign is-saving" title={words.saving}>
        <LoaderCircle size={13} aria-label={words.saving} />
      </span>
    )
  }
  if (editing || mark?.status === 'held') return null
  return (
    <>
      <span className="grid-sign is-failed">
        <CircleAlert size={14} aria-label={words.failed} />
      </span>
      {open && (mark ? <Refused place={place} mark={mark} /> : <div className="grid-reason">{problem}</div>)}
    </>
  )
}

function Refused({ place, mark }: { place: Place; mark: Mark }) {
  const { edits, interaction } = useGridParts()
  if (mark.status !== 'failed') return null
  const { draft, reason } = mark
  const typed = draft.text ?? (typeof draft.value === 'string' || typeof draft.value === 'number' ? String(draft.value) : '')
  return (
    <div className="grid-reason has-choice">
      <div>{reason}</div>
      {typed !== '' && (
        <div className="grid-typed">
          {words.typed}: <b>{typed}</b>
        </div>
      )}
      <div className="grid-choice">
        {draft.text === undefined && (
          <button type="button" tabIndex={-1} onClick={() => edits.retry(place)}>
            {words.retry}
          </button>
        )}
        <button type="button" tabIndex={-1} onClick={() => interaction.openEditor(place, 'caret')}>
          {words.edit}
        </button>
        <button type="button" tabIndex={-1} onClick={() => edits.discard(place)}>
          {words.discard}
        </button>
      </div>
    </div>
  )
}
