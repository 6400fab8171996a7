import { randomUUID } from 'node:crypto'
import { type Effect, isOwnClaim, validationError } from '../../../server/domain.ts'
import { pixKey } from '../../finance/public.ts'
import { deliveryMenus } from '../ports/deliveryMenus.ts'

const SCRIPTS = ['appScriptHead', 'appScriptBody']

/**
 * A store gets its UUID when it is created; scripts for its page are kept without HTML comments; a new name in the delivery app
 * takes the menu under the old one away, or is refused with it. A Pix key is kept as the directory of keys has it; what is none is refused where it is
 * new: one that stands from before holds up no other change.
 */
export const keepStoreProfile: Effect = {
  async before({ before, body }) {
    for (const name of SCRIPTS) {
      const script = body[name]
      if (typeof script === 'string') body[name] = withoutComments(script)
    }
    const key = body.chave_pix
    if (typeof key === 'string' && key.trim() !== '' && key !== before?.chave_pix) {
      body.chave_pix = pixKey(key)
      if (body.chave_pix === undefined) throw validationError([{ path: 'chave_pix', code: 'pix.key-invalid' }])
    }
    return before?.uuid ? undefined : { uuid: randomUUID() }
  },
  async after({ work, table, before, record }) {
    const name = before?.appDeliveryUri
    if (typeof name !== 'string' || name === '' || record.appDeliveryUri === name) return
    const { database } = work.service
    const lojaId = Number(record.id)
    // As it stood before this save, which has given the name up: a menu under a name that was another store's is that store's.
    const isOwn = await database.read({ stores: [lojaId] }, q => isOwnClaim(table, 'appDeliveryUri', name, lojaId, q))
    await deliveryMenus.of(work.service)?.remove({ database, lojaId }, isOwn ? name : undefined)
  },
}

/** Again until nothing changes: taking one comment out may close another. */
function withoutComments(script: string): string {
  const shorter = script.replace(/<!--[\s\S]*?(-->|$)/g, '')
  return shorter === script ? script : withoutComments(shorter)
}
