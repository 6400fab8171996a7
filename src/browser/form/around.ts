import { useMemo } from 'react'
import { type CheckedRecord, checkRecord } from '../../model/check.ts'
import { plainOf } from '../../model/expression/plain.ts'
import { evaluate, type Moment, usesOf } from '../../model/expression.ts'
import type { Expression, Model, Register } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { type Session, useSession } from '../data/session.tsx'
import { toBody } from '../edit/body.ts'
import type { Around, Draft } from '../edit/draft.ts'
import { remembered } from '../edit/remembered.ts'
import type { Rec } from '../edit/rows.ts'

/** User, store and zone, as expressions and defaults see them. */
export type Origin = Pick<Moment, 'user' | 'store' | 'zone'>

export const originOf = ({ user, store, stores, permission, zone }: Session): Origin => ({
  user: { ...user, name: user.nome, owner: permission.PROPRIETARIO, stores: stores.length },
  store: store ?? undefined,
  zone,
})

/** Expressions and checks of a form, for the session as it stands. */
export interface FormAround extends Around {
  readonly origin: Origin
  check(draft: Draft): readonly Problem[]
}

/** CEL and model/check over the draft. */
export function useAround(): FormAround {
  const session = useSession()
  return useMemo(() => {
    const { model } = session
    const origin = originOf(session)
    const around: Around = {
      scope: {},
      evaluate: remembered(
        (register, expression, scope) => evaluate(model, register.name, expression, momentOf(origin, scope)),
        (register, expression) => readsOf(model, register, expression),
      ),
      registerOf: name => model.registers[name],
    }
    const memory = new WeakMap<object, CheckedRecord>()
    const check = (draft: Draft) =>
      checkRecord(model, draft.register.name, toBody(draft, around), {
        ...origin,
        memory,
        isNew: draft.isNew,
        ...(draft.isNew ? {} : { current: draft.base }),
      }).problems
    return { ...around, origin, check }
  }, [session])
}

/** Names that an answer hangs on. A plain expression is answered as fast as it is looked up, and the clock never stands. */
function readsOf(model: Model, register: Register, expression: Expression): readonly string[] | undefined {
  if (plainOf(register, expression)) return undefined
  const uses = usesOf(model, register.name, expression)
  return uses.includes('now') || uses.includes('today') ? undefined : uses
}

const momentOf = (origin: Origin, scope: Rec): Moment => ({
  ...origin,
  record: scope,
  isNew: scope.isNew === true,
  parent: scope.parent as Moment['parent'],
  more: scope,
})
