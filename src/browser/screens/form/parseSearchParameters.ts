import { holdsYesOrNo, kindByName as kindOf } from '../../../kinds/values.ts'
import type { Field } from '../../../model/model.ts'

/** Parameters of the address as values: a yes-or-no is yes when it is there and does not say no. */
export function parseSearchParameters(fields: readonly Field[], search: string): Readonly<Record<string, unknown>> {
  const query = new URLSearchParams(search)
  const given = fields.filter(({ name }) => query.has(name))
  return Object.fromEntries(
    given.map(field => {
      const text = query.get(field.name) ?? ''
      if (holdsYesOrNo(field)) return [field.name, !['false', '0'].includes(text.toLowerCase())]
      const read = kindOf(field.kind).parse(text, field)
      return [field.name, read.ok ? read.value : null]
    }),
  )
}
