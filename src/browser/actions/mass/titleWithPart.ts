import type { Expression, Field, Register } from '../../../model/model.ts'
import { rowScope } from '../rowScope.ts'

/**
 * A field's title with the name of the part of the form that shows it, where the store names that part: "Preço de venda na tabela 2 (Delivery)",
 * for whom the tab of the form says Delivery. Parts named after their record say nothing of many.
 */
export function titleWithPart(
  { name, title }: Pick<Field, 'name' | 'title'>,
  register: Register,
  evaluate: (expression: Expression, scope: Readonly<Record<string, unknown>>) => unknown,
): string {
  const [part, other] = register.views.form.parts.filter(({ rows }) =>
    rows.flat().some(item => 'field' in item && item.field === name),
  )
  const from = other === undefined ? part?.titleFrom : undefined
  const said = from?.includes('store.') ? evaluate(from, rowScope(undefined)) : undefined
  return typeof said === 'string' && said !== '' ? `${title} (${said})` : title
}
