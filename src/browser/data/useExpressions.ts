import { useCallback, useEffect, useMemo, useState } from 'react'
import { importCode } from '../../controls/codeOnDemand.ts'
import { simpleEvaluatorOf } from '../../model/expression/simpleEvaluator.ts'
import type { Expression } from '../../model/model.ts'
import { afterPaint } from './first/afterPaint.ts'
import { useSession } from './session.tsx'

type Scope = Readonly<Record<string, unknown>>
type Engine = typeof import('../../model/expression.ts')

let engine: Engine | undefined

/** Fetches the expression engine once. What is not plain has no value before. */
export async function loadExpressionEngine(load = importCode): Promise<void> {
  engine ??= await load(() => import('../../model/expression.ts'))
}

/**
 * Evaluates expressions of a register over a scope: the record's fields with `isNew`, `parent`, `selection` and the like beside
 * them. User, store and zone are those of the session. `painted` are the expressions that what is shown depends on, all of them
 * when left out: when one is not plain the engine is fetched, and the component renders again when it is there.
 */
export function useExpressions(
  register: string,
  painted?: readonly Expression[],
): (expression: Expression, scope: Scope) => unknown {
  const { model, user, store, stores, zone, permission } = useSession()
  const own = model.registers[register]
  const needed = useMemo(() => !own || !painted || painted.some(one => !simpleEvaluatorOf(own, one)), [own, painted])
  const [loaded, setLoaded] = useState(engine !== undefined)
  useEffect(() => {
    if (!needed || loaded) return
    let current = true
    const load = (): void =>
      void loadExpressionEngine().then(
        () => current && setLoaded(true),
        () => undefined,
      )
    // A page that knows its expressions has drawn most of itself, which is to be seen first; others have nothing without it.
    const stop = painted ? afterPaint(load) : load()
    return () => {
      current = false
      stop?.()
    }
  }, [needed, loaded, painted])
  const around = useMemo(
    () => ({
      user: { ...user, name: user.nome, owner: permission.PROPRIETARIO, stores: stores.length },
      store: store ?? undefined,
      zone,
    }),
    [user, permission, store, stores, zone],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` makes another function of it, so that what is shown is drawn anew
  return useCallback(
    (expression, scope) => {
      const { isNew, parent } = scope
      const moment = { ...around, record: scope, isNew: isNew === true, parent: parent as Scope | undefined, more: scope }
      const plain = own && simpleEvaluatorOf(own, expression)
      return plain ? plain(moment) : engine?.evaluate(model, register, expression, moment)
    },
    [own, loaded, model, register, around],
  )
}
