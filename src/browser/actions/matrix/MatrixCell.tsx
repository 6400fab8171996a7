import { ArrowDown, ArrowUp, Plus, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import type { Value } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { MatrixMark, MatrixView } from '../../../model/action.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import type { MatrixCellState, MatrixValue } from './matrix.ts'

const looks: Readonly<Record<MatrixCellState, { readonly tone: 'positive' | 'danger' | 'info'; readonly icon: ReactNode }>> = {
  up: { tone: 'positive', icon: <ArrowUp aria-hidden /> },
  down: { tone: 'danger', icon: <ArrowDown aria-hidden /> },
  removed: { tone: 'danger', icon: <Trash2 aria-hidden /> },
  new: { tone: 'info', icon: <Plus aria-hidden /> },
}

interface Props {
  readonly value: Value
  /** The saved value. */
  readonly standing: MatrixValue | undefined
  /** A mark's call is under way. */
  readonly acting: boolean
  onAct(mark: MatrixMark): void
  readonly state: MatrixCellState | undefined
  readonly field: Field
  readonly states: MatrixView['states']
  readonly say: Translate
}

/** A cell's value, what it is of, and what becomes of the one before. */
export function MatrixCell({ value, standing, state, field, states, say, acting, onAct }: Props) {
  const { format } = kindByName(field.kind)
  const mark = standing?.mark
  const shown = (
    <span className="matrix-cell">
      {state && (
        <Chip tone={looks[state].tone} icon={looks[state].icon}>
          {say(states[state], { old: format(standing?.value ?? null, field) })}
        </Chip>
      )}
      {value === null && !state ? (
        <span className="matrix-empty">{say('matrix.cell-empty')}</span>
      ) : (
        <span>{format(value, field)}</span>
      )}
    </span>
  )
  if (!standing || standing.label === '') return shown
  return (
    <span className="matrix-named">
      {shown}
      <span className="matrix-of" title={standing.label}>
        {mark && (
          <span className={mark.closed ? 'is-closed' : undefined}>
            {mark.closed && <TriangleAlert aria-hidden size="0.875rem" />}
            {say(mark.text)}
            {mark.act && (
              <Button
                look="link"
                size="sm"
                disabled={acting}
                aria-label={`${mark.act.title}: ${standing.label}`}
                onClick={() => onAct(mark)}
              >
                {mark.act.title}
              </Button>
            )}
          </span>
        )}
        <span>{standing.label}</span>
      </span>
    </span>
  )
}
