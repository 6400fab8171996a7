import { chakra } from '@chakra-ui/react/styled-system'
import { Spinner } from '../../../controls/Spinner.tsx'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { rowScope } from '../../actions/rowScope.ts'
import { useTranslate } from '../../data/session.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import type { StateGround } from './useStateGround.ts'

const code = () => loadWithRetry(() => import('../../actions/show/ShownRows.tsx'))

/** Rows that an action shows, loaded with the state that they stand in. */
export function StateRows({ id, ground }: { readonly id: string; readonly ground: StateGround }) {
  const say = useTranslate()
  const ShownRows = useLazyComponent(code, true, () => undefined)
  const action = ground.register.views.actions.find(one => one.id === id)
  if (!action || !('show' in action.does) || !ground.may(action.gate)) return null
  const view = action.does.show
  const { row } = ground
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
          load={() => runCallSpec(view.load, rowScope(row), ground.evaluate)}
          act={(spec, line) => runCallSpec(spec, { ...line, isNew: false }, ground.evaluate)}
          tell={(title, line) => ground.evaluate(title, line)}
        />
      ) : (
        <Spinner size="1.5rem" label={say('loading')} />
      )}
    </chakra.section>
  )
}
