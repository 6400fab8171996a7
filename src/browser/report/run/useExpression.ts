import { useCallback } from 'react'
import { evaluateInScope, scopeOfFields } from '../../../model/expression.ts'
import type { Field } from '../../../model/model.ts'
import { useSession } from '../../data/session.tsx'

export type EvaluateFields = (fields: readonly Field[], expression: string, record: Readonly<Record<string, unknown>>) => unknown

/** Evaluates expressions over names that are no register's: parameters, rows of an answer, figures. */
export function useExpression(): EvaluateFields {
  const { model, user, store, stores, zone, permission } = useSession()
  return useCallback(
    (fields, expression, record) =>
      evaluateInScope(scopeOfFields(model, fields), expression, {
        record,
        user: { ...user, name: user.nome, owner: permission.PROPRIETARIO, stores: stores.length },
        store: store ?? undefined,
        zone,
      }),
    [model, user, store, stores, zone, permission],
  )
}
