import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { RegisterUiDefinition } from '../../generated/definitions.ts'
import type { RegisterViews } from '../model.ts'
import { buildLooks } from '../views/looks.ts'
import { buildActions } from './actions.ts'
import type { FieldContext } from './field.ts'
import { buildForm } from './form.ts'
import { withoutHiddenFields } from './hiddenFields.ts'
import { buildFilter, buildList, type FindRegister } from './list.ts'
import type { RegisterWithoutViews } from './register.ts'
import { type PapersOfRegister, paperAction } from './screen/paperDocument.ts'

/** How a register looks: the UI schema where it speaks, else derived from the fields. */
export function buildViews(
  register: RegisterWithoutViews,
  ui: RegisterUiDefinition,
  icon: string | undefined,
  find: FindRegister,
  context: FieldContext,
  papers?: PapersOfRegister,
): RegisterViews {
  const path = ui.path ?? `/${register.name}`
  const printing = papers?.documents.map(each => paperAction(each, register, papers.page)) ?? []
  const actions = register.parent ? [] : [...buildActions(register, ui, path, context), ...printing]
  const list = buildList(register, ui.list ?? {}, actions, find)
  const views = withoutUndefined({
    path,
    gate: ui.gate,
    palette: ui.palette,
    icon,
    list,
    looks: ui.looks && buildLooks(ui.looks, list.card),
    filter: buildFilter(register, ui.filter ?? {}),
    form: buildForm(register, ui.form ?? {}, find, context.flagGroups),
    actions,
  })
  return withoutHiddenFields(views, register)
}
