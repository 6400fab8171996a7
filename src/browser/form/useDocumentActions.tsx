import type { ReactNode } from 'react'
import { Button } from '../../controls/Button.tsx'
import { Icon } from '../../controls/Icon.tsx'
import type { MenuPart } from '../../controls/overlays/menuEntry.ts'
import type { Action, Register } from '../../model/model.ts'
import { isActionDialogBuilt } from '../actions/actionDialogNames.ts'
import { actionAvailability, actionsAt, untilOf } from '../actions/actions.ts'
import type { ActionTarget } from '../actions/perform/performAction.ts'
import { rowScope } from '../actions/rowScope.ts'
import { useMay, useTranslate } from '../data/session.tsx'
import { fromHere } from '../router/fromHere.ts'
import { useNavigate } from '../router/router.tsx'
import type { FieldValues } from './draft/draftRows.ts'
import { ShownInPlace } from './layout/ShownInPlace.tsx'
import { useFormActions } from './useFormActions.tsx'
import { useFormExpressions } from './useFormExpressions.ts'

interface DocumentActions {
  readonly entries: readonly MenuPart[]
  readonly dialog: ReactNode
  /** The rows that an action shows in place. */
  shown(action: string, open: boolean): ReactNode
  /** The button of an action; nothing where it is not offered. */
  button(action: string): ReactNode
}

/** Tells whether an action changes fields of the record itself: it is not offered where that is only read. */
const changes = (action: Action): boolean => ['set', 'link', 'matrix'].some(deed => deed in action.does)

/** The actions of a record that is read and not changed. A locked one is not removed either. */
export function useDocumentActions(
  register: Register,
  record: FieldValues,
  scope: FieldValues,
  { locked, home }: { readonly locked: boolean; readonly home?: string | undefined },
): DocumentActions {
  const may = useMay()
  const say = useTranslate()
  const navigate = useNavigate()
  const expressions = useFormExpressions()
  const [run, dialog] = useFormActions(register)
  const evaluate = (expression: string, around: Readonly<Record<string, unknown>>): unknown =>
    expressions.evaluate(register, expression, around)
  const { id } = record
  const known = typeof id === 'number' || typeof id === 'string'
  const row: ActionTarget['row'] = known ? { ...scope, id } : undefined
  const stateOf = (action: Action) => actionAvailability(action, rowScope(row), evaluate)
  const offered = actionsAt(register, 'form', may).filter(
    action =>
      known &&
      isActionDialogBuilt(action) &&
      !changes(action) &&
      !(locked && 'remove' in action.does) &&
      stateOf(action) !== 'hidden',
  )
  const act = (action: Action): void => {
    const leave = fromHere(navigate)
    void run(action, { row, ids: [String(id)] }).then(done => {
      if (done && 'remove' in action.does) leave(home ?? register.views.path)
    })
  }
  const entries = offered.map(
    (action): MenuPart => ({
      id: action.id,
      title: action.title,
      ...untilOf(action, scope),
      danger: action.danger,
      disabled: stateOf(action) === 'disabled',
      act: () => act(action),
      ...(action.icon ? { icon: <Icon name={action.icon} /> } : {}),
    }),
  )
  return {
    entries,
    dialog,
    button: name => {
      const action = offered.find(one => one.id === name)
      return action ? (
        <Button
          key={name}
          disabled={stateOf(action) === 'disabled'}
          icon={action.icon ? <Icon name={action.icon} /> : undefined}
          onClick={() => act(action)}
        >
          {action.title}
        </Button>
      ) : null
    },
    shown: (name, open) => {
      const action = register.views.actions.find(one => one.id === name)
      if (!action || !row || !may(action.gate) || stateOf(action) === 'hidden') return null
      return (
        <ShownInPlace
          action={action}
          disabled={stateOf(action) === 'disabled'}
          open={open}
          say={say}
          row={() => row}
          evaluate={evaluate}
        />
      )
    },
  }
}
