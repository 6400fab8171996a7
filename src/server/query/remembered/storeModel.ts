import { registerOfRole } from '../../../model/access/roles.ts'
import type { Model } from '../../../model/model.ts'
import { modelForCaller, readStoreFields } from '../../access/storeFields.ts'
import type { Database } from '../../database/queries.ts'
import { readRemembered } from './rememberedReads.ts'

/**
 * The Model as a store sees it, for work beside the calls: its own names of fields, and its own initial values unless the names alone are asked for.
 */
export async function storeModel(
  database: Pick<Database, 'read' | 'system'>,
  model: Model,
  lojaId: number,
  { namesAlone = false }: { readonly namesAlone?: boolean } = {},
): Promise<Model> {
  const settings = registerOfRole(model, 'fieldSettings')
  if (!settings) return model
  const question = { lojaId, registers: [settings.name], key: 'names of fields' }
  const all = await readRemembered(database, question, () => readStoreFields(database.system, model, lojaId))
  const fields = namesAlone
    ? all.flatMap(({ registro, campo, titulo }) => (titulo === undefined ? [] : [{ registro, campo, titulo }]))
    : all
  return modelForCaller(model, fields.length === 0 ? {} : { fields })
}
