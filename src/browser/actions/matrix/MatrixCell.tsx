import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '../../../controls/Chip.tsx'
import type { Value } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { MatrixView } from '../../../model/action.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import type { MatrixCellState } from './matrix.ts'

const looks: Readonly<Record<MatrixCellState, { readonly tone: 'positive' | 'danger' | 'info'; readonly icon: ReactNode }>> = {
  up: { tone: 'positive', icon: <ArrowUp aria-hidden /> },
  down: { tone: 'danger', icon: <ArrowDown aria-hidden /> },
  removed: { tone: 'danger', icon: <Trash2 aria-hidden /> },
  new: { tone: 'info', icon: <Plus aria-hidden /> },
}

interface Props {
  readonly value: Value
  /** Its value until now. */
  readonly before: Value
  readonly state: MatrixCellState | undefined
  readonly field: Field
  readonly states: MatrixView['states']
  readonly say: Translate
}

/** A cell's value, and what becomes of the one before. */
export function MatrixCell({ value, before, state, field, states, say }: Props) {
  const { format } = kindByName(field.kind)
  return (
    <span className="matrix-cell">
      {state && (
        <Chip tone={looks[state].tone} icon={looks[state].icon}>
          {say(states[state], { old: format(before, field) })}
        </Chip>
      )}
      {value === null && !state ? (
        <span className="matrix-empty">{say('matrix.cell-empty')}</span>
      ) : (
        <span>{format(value, field)}</span>
      )}
    </span>
  )
}
