import { unwatched } from '../../incremental/watchedModel.ts'
import type { Model } from '../../model.ts'

/** Names that the address of every list takes, beside its fields. */
const ofLists = ['q', 'page', 'perPage', 'order', 'columns', 'lojaId'] as const

/** Returns the names that the query of a page's address may have; undefined where any may stand, or where there is no such page. */
export function namesOfPage(watched: Model, path: string): readonly string[] | undefined {
  const model = unwatched(watched)
  const wanted = path.toLowerCase().replace(/\/$/, '')
  const is = (one: { readonly path: string }): boolean => one.path.toLowerCase() === wanted
  const register = Object.values(model.registers).find(({ parent, views }) => !parent && is(views))
  if (register) return [...ofLists, ...register.fields.map(({ name }) => name)]
  const report = Object.values(model.reports).find(is)
  if (report) return ['lojaId', ...report.parameters.flatMap(({ name, fills }) => [name, ...fills])]
  const body = Object.values(model.screens).find(is)?.body
  if (!body) return undefined
  if ('visit' in body) return ['chave']
  if ('document' in body) return ['lojaId', ...body.document.parameters.map(({ name }) => name)]
  return 'form' in body ? ['lojaId', ...body.form.parameters.map(({ name }) => name)] : undefined
}
