import { useEffect, useRef, useState } from 'react'
import { newRecord } from '../../../model/defaults.ts'
import type { Model, Screen } from '../../../model/model.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import type { ClientSession } from '../../data/session.tsx'
import { useLocation } from '../../router/router.tsx'
import type { ScreenBody } from '../screenBody.ts'
import { keepForm, keptForm } from './keptForm.ts'
import { parseSearchParameters } from './parseSearchParameters.ts'

type Values = Readonly<Record<string, unknown>>

interface FormValues {
  readonly values: Values
  /** The values of now, also before they are drawn. */
  latest(): Values
  /** `typed`: by a person, who would lose it. */
  put(changes: Values, typed: boolean): void
  /** The form begins anew. */
  restart(): void
  readonly dirty: boolean
  /** Changes when the form starts anew. */
  readonly round: number
}

/** Holds the values of a form: it begins with its defaults, with those that this tab kept, and with those of the address. */
export function useFormValues(model: Model, screen: Screen, form: ScreenBody<'form'>, session: ClientSession): FormValues {
  const { search } = useLocation()
  const start = (): Values => ({
    ...newRecord(model, screen.name, sessionScope(session)),
    ...(form.keep ? keptForm(screen.name, form) : {}),
    ...parseSearchParameters(form.parameters, search),
  })
  const [values, setValues] = useState<Values>(start)
  const [dirty, setDirty] = useState(false)
  const [round, setRound] = useState(0)
  const latest = useRef(values)
  latest.current = values
  useEffect(() => {
    if (form.keep && dirty) keepForm(screen.name, form, values)
  }, [screen.name, form, values, dirty])
  return {
    values,
    latest: () => latest.current,
    put(changes, typed) {
      latest.current = { ...latest.current, ...changes }
      setValues(now => ({ ...now, ...changes }))
      if (typed) setDirty(true)
    },
    restart() {
      setValues(start())
      setDirty(false)
      setRound(round + 1)
    },
    dirty,
    round,
  }
}
