import { useCallback, useEffect, useState } from 'react'
import { useSession } from './session.tsx'

type Scope = Readonly<Record<string, unknown>>
type Engine = typeof import('../../model/expression.ts')

let engine: Engine | undefined
let coming: Promise<Engine> | undefined

/** Fetches the expression engine once; a list without conditions never needs it. */
async function load(): Promise<Engine> {
  coming ??= import('../../model/expression.ts')
  engine = await coming
  return engine
}

/**
 * Evaluates expressions of a register over a scope: the record's fields with `isNew`, `parent`, `selection` and the like beside
 * them. User, store and zone are those of the session. Until the engine is loaded the value is undefined; the component
 * renders again when it is there. `needed` false spares the loading.
 */
export function useExpressions(register: string, needed = true): (expression: string, scope: Scope) => unknown {
  const { model, user, store, stores, zone, permission } = useSession()
  const [loaded, setLoaded] = useState(engine)
  useEffect(() => {
    if (!needed || loaded) return
    let current = true
    void load().then(ready => current && setLoaded(ready))
    return () => {
      current = false
    }
  }, [needed, loaded])
  return useCallback(
    (expression, scope) =>
      loaded?.evaluate(model, register, expression, {
        record: scope,
        isNew: scope.isNew === true,
        parent: scope.parent as Scope | undefined,
        user: { ...user, name: user.nome, owner: permission.PROPRIETARIO, stores: stores.length },
        store: store ?? undefined,
        zone,
        more: scope,
      }),
    [loaded, model, register, user, store, stores, zone, permission],
  )
}
