import { ApiError } from '../error.ts'
import { objectOf } from '../operations/objectOf.ts'
import { operation } from '../operations/operation.ts'
import { requireStore } from '../write/unitOfWork.ts'
import { installationsOf } from './installation.ts'

/** A partner of which a store takes away what it installed. */
export interface Uninstallation {
  /** The register that keeps what a store installed, and the first step of the call. */
  readonly register: string
  /** Its name in texts. */
  readonly partner: string
  /** Message code of a store that has nothing installed. */
  readonly missing: string
}

/**
 * `DELETE <register>/del`: takes what the store installed away, with its secrets, and nothing brings them back. An `id` names the
 * installation that is meant, so that an old page takes nothing newer away. Throws ApiError 404 where there is none.
 */
export const uninstallation = ({ register, partner, missing }: Uninstallation) =>
  operation({
    method: 'DELETE',
    path: `${register}/del`,
    actsOn: { register, act: 'remove' },
    title: `Desinstalar ${partner}`,
    gate: 'owner || admin',
    standsAlone: true,
    input: { type: 'object', properties: { lojaId: { type: 'integer' }, id: { type: 'integer' } } },
    output: objectOf({ instalado: { type: 'boolean' } }),
    messages: [missing],
    async run({ caller, input, model, writing, publish }) {
      const store = requireStore(caller)
      const { dataDir, database } = writing.service
      const installations = installationsOf(register, { model, dataDir, publish })
      const gone = await database.write({ stores: [store] }, q => installations.remove(q, store, input.id))
      if (!gone) throw new ApiError(404, missing, { partner })
      installations.tell(store)
      return { instalado: false }
    },
  })
