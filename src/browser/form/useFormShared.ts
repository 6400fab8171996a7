import { useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action, Register } from '../../model/model.ts'
import { fetchRecord } from '../data/record.ts'
import { useMay, useSay, useSession } from '../data/session.tsx'
import { type Draft, fullScope, openDraft } from '../edit/draft.ts'
import { merged } from '../edit/merge.ts'
import type { Rec } from '../edit/rows.ts'
import { createDraftStore } from '../edit/store.ts'
import { standing } from '../list/actions.ts'
import { useRunAction } from '../list/useRunAction.ts'
import { useAround } from './around.ts'
import type { FormShared } from './context.ts'
import { createLookupRunner } from './lookupRunner.ts'
import { createOpenPart } from './tabs.ts'

export interface FormOptions {
  readonly register: Register
  readonly record: Rec
  readonly isNew: boolean
  /** Address of the record, without its tab. */
  readonly base: string
  readonly tab: string | undefined
}

/** Everything that the parts of one form share: made once, when the form opens. */
export function useFormShared({ register, record, isNew, base, tab }: FormOptions): FormShared {
  const { model } = useSession()
  const say = useSay()
  const gates = useMay()
  const around = useAround()
  const navigate = useNavigate()
  const run = useRunAction(register)
  const id = useId()
  const [opened] = useState(() => ({ record, isNew, base, tab }))

  const shared = useMemo(() => {
    const may = (gate: string | undefined): boolean => gate === undefined || gates(gate)
    const store = createDraftStore(openDraft(register, opened.record, opened.isNew, around), { around, may, check: around.check })
    const runner = createLookupRunner({ store, register, around, say })
    const form: FormShared = {
      id,
      store,
      model,
      register,
      around,
      origin: around.origin,
      part: createOpenPart(opened.tab ?? register.views.form.parts[0]?.id ?? '', part => keepTab(`${opened.base}/${part}`)),
      say,
      may,
      lookUp: runner.typed,
      press: runner.press,
      actionState: action => stateOf(action, store.draft()),
      act: action => {
        act(action)
      },
    }
    const stateOf = (action: Action, draft: Draft) => {
      if (!gates(action.gate)) return 'hidden'
      const state = standing(action, fullScope(draft, around), (expression, scope) =>
        around.evaluate(register, expression, scope),
      )
      return state === 'enabled' ? 'offered' : state
    }
    const act = async (action: Action): Promise<void> => {
      const { base: saved } = store.draft()
      const key = saved.id
      if (typeof key !== 'number' && typeof key !== 'string') return
      if (!(await run(action, { row: { ...saved, id: key }, ids: [String(key)] }))) return
      if ('remove' in action.does) navigate(register.views.path)
      // What the action changed comes in under what is being typed.
      else if ('set' in action.does || 'call' in action.does)
        store.replace(merged(store.draft(), await fetchRecord(register.name, key), new Set(), around))
    }
    return { form, runner }
  }, [register, opened, model, say, gates, around, navigate, run, id])

  useEffect(() => () => shared.runner.stop(), [shared])
  return shared.form
}

/** The open tab stands in the address without a navigation: nothing is drawn anew, and the address can be copied. */
function keepTab(path: string): void {
  window.history.replaceState(window.history.state, '', `${path}${window.location.search}`)
}
