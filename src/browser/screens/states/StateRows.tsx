import { chakra } from '@chakra-ui/react/styled-system'
import { useMemo } from 'react'
import { Spinner } from '../../../controls/Spinner.tsx'
import { evaluate as evaluateIn } from '../../../model/expression.ts'
import type { Field } from '../../../model/model.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { type RowScope, rowScope } from '../../actions/rowScope.ts'
import { modelWithFields } from '../../data/expressions/modelWithFields.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { forAtLeast } from './leastTime.ts'
import type { StateContext } from './useStateContext.ts'

const code = () => loadWithRetry(() => import('../../actions/show/ShownRows.tsx'))

/** Rows that an action shows, loaded with the state that they stand in. */
export function StateRows({ id, context }: { readonly id: string; readonly context: StateContext }) {
  const say = useTranslate()
  const ShownRows = useLazyComponent(code, true, () => undefined)
  const action = context.register.views.actions.find(one => one.id === id)
  const view = action && 'show' in action.does ? action.does.show : undefined
  const evaluateOver = useColumns(view?.columns ?? none)
  if (!action || !view || !context.may(action.gate)) return null
  const { row } = context
  return (
    <chakra.section width="100%" aria-label={view.title ?? action.title} minWidth="0">
      <chakra.h2 textStyle="label" mb="2">
        {view.title ?? action.title}
      </chakra.h2>
      {ShownRows ? (
        <ShownRows
          view={view}
          title={view.title ?? action.title}
          say={say}
          load={() => runCallSpec(view.load, rowScope(row), context.evaluate)}
          act={(spec, line) => forAtLeast(context.loading, runCallSpec(spec, line, evaluateOver))}
          tell={evaluateOver}
        />
      ) : (
        <Spinner size="1.5rem" label={say('loading')} />
      )}
    </chakra.section>
  )
}

const none: readonly Field[] = []
/** Columns of shown rows live under this name. */
const place = '_shown'

/** Answers expressions over a shown row: they know its columns, and nothing of the register that it stands beside. */
function useColumns(columns: readonly Field[]): (expression: string, line: RowScope) => unknown {
  const session = useSession()
  const model = useMemo(
    () => modelWithFields(session.model, { name: place, title: '', fields: columns, rules: [] }),
    [session.model, columns],
  )
  return (expression, line) => evaluateIn(model, place, expression, { ...sessionScope(session), record: line, isNew: false })
}
