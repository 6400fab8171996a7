import type { ExplainedItem } from '../../../api/explain.ts'
import { rightsFor } from '../../../model/access/gate.ts'
import { conditionHolds, type EvaluationContext } from '../../../model/expression.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import type { Queries } from '../../database/queries.ts'
import { type DataRow, fetchCount, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planList } from '../../query/planList.ts'
import { planOwnFields } from '../../query/planRecord.ts'
import { readWhere } from '../../query/readWhere.ts'
import { restrictToStore } from '../../query/restrictPlan.ts'
import { rowAccessConditions } from '../../query/rowAccess.ts'
import { tableOf } from '../../query/table.ts'
import type { ExplainedUser } from './explainedUser.ts'

/** Returns the reasons by which a record itself hides or closes: its place, its owner, its lock, and its values. */
export async function recordItems(
  register: Register,
  id: string,
  target: ExplainedUser,
  { model, caller }: { model: Model; caller: Caller },
  q: Queries,
): Promise<ExplainedItem[]> {
  const table = tableOf(model, register.name)
  const whole = { ...table, register: withoutRows(register) }
  const note = (motivo: string, regra: string | null = null): ExplainedItem => ({
    tipo: 'registro',
    nome: id,
    titulo: register.singular,
    regra,
    motivo,
    falta: [],
  })
  const key = table.id.kind.accept(id, table.id.field)
  const [record] = key.ok
    ? await fetchPlanRows(planOwnFields([key.value], { model, table: whole, zone: caller.zone }, caller), q)
    : []
  if (!record) return [note(formatMessage(model, 'explain.record-elsewhere'))]
  const viewer = {
    ...caller,
    userId: target.userId ?? -1,
    rights: rightsFor(model, target.permission),
    admin: target.role === 'administrador',
  }
  const context = { model, table, zone: caller.zone }
  const same = { path: { column: table.id }, test: 'eq' as const, value: key.ok ? key.value : null }
  const meets = async (conditions: Parameters<typeof restrictToStore>[0]['where']): Promise<boolean> =>
    (await fetchCount(
      restrictToStore({ ...planList({}, { ...context, table: whole }), where: [same, ...conditions] }, caller),
      q,
    )) > 0
  const theirs = await meets(rowAccessConditions(table, 'see', viewer))
  const changeable = await meets(rowAccessConditions(table, 'change', viewer))
  const { where } = register.views.list
  const listed = where === undefined || (await meets(readWhere(where, context)))
  return [
    ...(theirs ? [] : [note(formatMessage(model, 'explain.record-others'))]),
    ...(theirs && !changeable ? [note(formatMessage(model, 'explain.record-others-change'))] : []),
    ...(listed ? [] : [note(formatMessage(model, 'explain.record-unlisted'), JSON.stringify(where))]),
    ...conditionItems(register, record, momentOf(record, target, caller), model, note),
  ]
}

/** The record is looked for past the rule about whose it is, which is then asked for by itself. */
const withoutRows = ({ rows: _, ...rest }: Register): Register => rest

function momentOf(record: DataRow, { userId, name, email, permission }: ExplainedUser, { zone }: Caller): EvaluationContext {
  const { admin, owner } = permission
  return { record, isNew: false, user: { id: userId ?? 0, email, nome: name, name, admin, owner: owner || admin }, zone }
}

function conditionItems(
  register: Register,
  record: DataRow,
  moment: EvaluationContext,
  model: Model,
  note: (motivo: string, regra: string) => ExplainedItem,
): ExplainedItem[] {
  const met = (condition: string | undefined): boolean => conditionHolds(model, register.name, condition, { ...moment, record })
  const hidden = (
    tipo: ExplainedItem['tipo'],
    nome: string,
    titulo: string,
    regra: string | undefined,
    code: string,
  ): ExplainedItem[] =>
    regra === undefined || met(regra)
      ? []
      : [{ tipo, nome, titulo, regra, motivo: formatMessage(model, code, { rule: regra }), falta: [] }]
  const { locked, fields, lists, views } = register
  return [
    ...(locked && met(locked.when) ? [note(formatMessage(model, locked.message), locked.when)] : []),
    ...fields.flatMap(({ name, title, visibleWhen }) => hidden('campo', name, title, visibleWhen, 'explain.hidden-when')),
    ...fields.flatMap(({ name, title, readOnlyWhen }): ExplainedItem[] =>
      readOnlyWhen !== undefined && met(readOnlyWhen)
        ? [
            {
              tipo: 'campo',
              nome: name,
              titulo: title,
              regra: readOnlyWhen,
              motivo: formatMessage(model, 'explain.fixed-when'),
              falta: [],
            },
          ]
        : [],
    ),
    ...lists.flatMap(({ name, title, visibleWhen }) => hidden('lista', name, title, visibleWhen, 'explain.hidden-when')),
    ...views.form.parts.flatMap(({ id, title, visibleWhen }) => hidden('parte', id, title, visibleWhen, 'explain.hidden-when')),
    ...views.actions.flatMap(({ id, title, visibleWhen, enabledWhen }) => [
      ...hidden('acao', id, title, visibleWhen, 'explain.hidden-when'),
      ...hidden('acao', id, title, enabledWhen, 'explain.disabled-when'),
    ]),
  ]
}
